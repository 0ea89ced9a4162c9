import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Panel } from '../controls/panel.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { say } from '../words/words.ts'
import { renameOrganization } from './commands.ts'
import type { Organization } from './queries.ts'

export function Rename({ organization }: { organization: Organization }) {
  const form = useForm({
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) => {
      await renameOrganization(organization, name)
      toast(say('The organization has a new name.'))
    },
  })
  return (
    <Panel title={say('Name')}>
      <Form form={form}>
        <TextField
          label={say('Name of the organization')}
          name="name"
          defaultValue={organization.name}
          maxLength={200}
          hint={say('All members see it. Addresses stay as they are.')}
          problem={form.problems.name}
        />
        <FormActions form={form} label={say('Save name')} />
      </Form>
    </Panel>
  )
}
