import { FormDialog, useForm } from '../../controls/form.tsx'
import { TextField } from '../../controls/text-field.tsx'
import type { Folder } from '../../server/folders.ts'
import { t } from '../../words/words.ts'
import { createFolder } from '../commands.ts'

type Props = {
  projectId: string
  /** Null: at the top. */
  parent: Folder | null
  onClose(): void
}

export default function NewFolder({ projectId, parent, onClose }: Props) {
  const form = useForm({
    fields: ['name'],
    send: async ({ name = '' }) => {
      await createFolder(projectId, name, parent?.id ?? null)
      onClose()
    },
  })
  return (
    <FormDialog
      title={parent ? t('New folder in {name}', { name: parent.name }) : t('New folder')}
      label={t('Create folder')}
      form={form}
      onClose={onClose}
    >
      <TextField label={t('Name')} name="name" autoFocus problem={form.problems.name} />
    </FormDialog>
  )
}
