import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { t } from '../words/words.ts'
import { createProject } from './commands.ts'

type Props = { orgId: string; isOpen: boolean; onClose(): void }

export default function NewProject({ orgId, isOpen, onClose }: Props) {
  return (
    <Dialog title={t('New project')} isOpen={isOpen} onClose={onClose}>
      <Fields orgId={orgId} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ orgId, onClose }: Omit<Props, 'isOpen'>) {
  const navigate = useNavigate()
  const form = useForm({
    fields: ['name'],
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) => {
      const { id } = await createProject(orgId, name)
      onClose()
      await navigate({ to: '/p/$projectId/library', params: { projectId: id } })
    },
  })
  return (
    <Form form={form}>
      <TextField
        label={t('Name')}
        name="name"
        autoFocus
        hint={t('Such as the name of the site that shows its pictures.')}
        problem={form.problems.name}
      />
      <FormActions form={form} label={t('Create project')} onCancel={onClose} />
    </Form>
  )
}
