import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { createWidgetOf } from '../publishing/new-widget.ts'
import { foldersQuery } from '../server/folders.ts'
import { t } from '../words/words.ts'

type Props = {
  projectId: string
  /** The folder of the pictures, which gives the widget its name; null for none. */
  folderId: string | null
  count: number
  /** The pictures in the order of the widget. */
  load(): Promise<string[]>
  onClose(): void
}

/** A draft with the selected pictures, which opens in the editor. */
export default function NewWidget({ projectId, folderId, count, load, onClose }: Props) {
  const title = t(
    '{count, plural, one {New widget from this picture} other {New widget from # pictures}}',
    { count },
  )
  const { data: folders } = useQuery(foldersQuery(projectId))
  const folder = folders?.find(({ id }) => id === folderId)
  const navigate = useNavigate()
  const form = useForm({
    fields: ['name'],
    send: async ({ name = '' }) => {
      const { id } = await createWidgetOf(projectId, name.trim(), await load())
      onClose()
      await navigate({ to: `/p/${projectId}/widgets/${id}` })
    },
  })
  return (
    <FormDialog title={title} label={t('Create widget')} form={form} onClose={onClose}>
      <TextField
        label={t('Name')}
        name="name"
        defaultValue={folder?.name ?? t('New widget')}
        autoFocus
        isReplaced
        hint={t('It begins as a draft: nobody sees it before you publish it.')}
        problem={form.problems.name}
      />
    </FormDialog>
  )
}
