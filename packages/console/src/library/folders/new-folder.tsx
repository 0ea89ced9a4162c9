import { Dialog } from '../../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../../controls/form.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { problemsOf, wordsOf } from '../../server/error-words.ts'
import { t } from '../../words/words.ts'
import { createFolder } from '../commands.ts'
import type { Folder } from '../queries.ts'

type Props = {
  projectId: string
  /** Null: at the top. */
  parent: Folder | null
  onClose(): void
}

const NewFolder = ({ projectId, parent, onClose }: Props) => (
  <Dialog
    title={parent ? t('New folder in {name}', { name: parent.name }) : t('New folder')}
    isOpen
    onClose={onClose}
  >
    <Fields projectId={projectId} parentId={parent?.id ?? null} onClose={onClose} />
  </Dialog>
)

export default NewFolder

function Fields({
  projectId,
  parentId,
  onClose,
}: {
  projectId: string
  parentId: string | null
  onClose(): void
}) {
  const form = useForm({
    fields: ['name'],
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) => {
      await createFolder(projectId, name, parentId)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField label={t('Name')} name="name" autoFocus problem={form.problems.name} />
      <FormActions form={form} label={t('Create folder')} onCancel={onClose} />
    </Form>
  )
}
