import { Dialog } from '../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { t } from '../words/words.ts'
import { createOrganization } from './commands.ts'

export default function NewOrganization({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('New organization')} isOpen onClose={onClose}>
      <Fields onClose={onClose} />
    </Dialog>
  )
}

function Fields({ onClose }: { onClose(): void }) {
  const form = useForm({
    fields: ['name'],
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) => {
      await createOrganization(name)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField
        label={t('Name')}
        name="name"
        autoFocus
        maxLength={200}
        hint={t('You become its owner. It has its own projects, members and budgets.')}
        problem={form.problems.name}
      />
      <FormActions form={form} label={t('Create organization')} onCancel={onClose} />
    </Form>
  )
}
