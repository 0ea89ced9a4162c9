import { useNavigate } from '@tanstack/react-router'
import { FormDialog, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { t } from '../words/words.ts'
import { createProject } from './commands.ts'

type Props = { orgId: string; onClose(): void }

export default function NewProject({ orgId, onClose }: Props) {
  const navigate = useNavigate()
  const form = useForm({
    fields: ['name'],
    send: async ({ name = '' }) => {
      const { id } = await createProject(orgId, name)
      onClose()
      await navigate({ to: '/p/$projectId/library', params: { projectId: id } })
    },
  })
  return (
    <FormDialog title={t('New project')} label={t('Create project')} form={form} onClose={onClose}>
      <TextField
        label={t('Name')}
        name="name"
        isRequired
        autoFocus
        hint={t('Such as the name of the site that shows its pictures.')}
        problem={form.problems.name}
      />
    </FormDialog>
  )
}
