import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { createWidgetOf } from '../publishing/new-widget.ts'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { t } from '../words/words.ts'

type Props = {
  projectId: string
  count: number
  /** The pictures in the order of the widget. */
  load(): Promise<string[]>
  onClose(): void
}

/** A draft with the selected pictures, which opens in the editor. */
export default function NewWidget({ count, onClose, ...props }: Props) {
  const title = t(
    '{count, plural, one {New widget from this picture} other {New widget from # pictures}}',
    { count },
  )
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Fields onClose={onClose} {...props} />
    </Dialog>
  )
}

function Fields({ projectId, load, onClose }: Omit<Props, 'count'>) {
  const navigate = useNavigate()
  const form = useForm({
    fields: ['name'],
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) => {
      const { id } = await createWidgetOf(projectId, name.trim(), await load())
      onClose()
      await navigate({ to: `/p/${projectId}/widgets/${id}` })
    },
  })
  return (
    <Form form={form}>
      <TextField
        label={t('Name')}
        name="name"
        autoFocus
        hint={t('It begins as a draft: nobody sees it before you publish it.')}
        problem={form.problems.name}
      />
      <FormActions form={form} label={t('Create widget')} onCancel={onClose} />
    </Form>
  )
}
