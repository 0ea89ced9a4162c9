import { FormDialog, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { t } from '../words/words.ts'
import { createOrganization } from './commands.ts'

export default function NewOrganization({ onClose }: { onClose(): void }) {
  const form = useForm({
    fields: ['name'],
    send: async ({ name = '' }) => {
      await createOrganization(name)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('New organization')}
      label={t('Create organization')}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        isRequired
        autoFocus
        maxLength={200}
        hint={t('You become its owner. It has its own projects, members and budgets.')}
        problem={form.problems.name}
      />
    </FormDialog>
  )
}
