import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions } from '../controls/form.tsx'
import { Panel } from '../controls/panel.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { t } from '../words/words.ts'
import { readOrganization, renameOrganization } from './commands.ts'
import type { Organization } from './queries.ts'

export function Rename({ organization }: { organization: Organization }) {
  const form = useEditForm({
    fields: ['name'],
    resource: organization,
    read: () => readOrganization(organization.id),
    shownOf: ({ name: value }) => [{ name: 'name', label: t('Name of the organization'), value }],
    send: async ({ name = '' }, base) => {
      const updated = await renameOrganization(base, name)
      toast(t('The organization has a new name.'))
      return updated
    },
  })
  return (
    <Panel title={t('Name')}>
      <Form form={form}>
        <TextField
          label={t('Name of the organization')}
          name="name"
          defaultValue={organization.name}
          maxLength={200}
          hint={t('All members see it. Addresses stay as they are.')}
          problem={form.problems.name}
        />
        <FormActions form={form} label={t('Save name')} />
      </Form>
    </Panel>
  )
}
