import { Dialog } from '../../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../../controls/form.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { problemsOf, wordsOf } from '../../server/error-words.ts'
import { say } from '../../words/words.ts'
import { renameFolder } from '../commands.ts'
import type { Folder } from '../queries.ts'

type Props = { folder: Folder; onClose(): void }

export default function RenameFolder({ folder, onClose }: Props) {
  return (
    <Dialog title={say('Rename {name}', { name: folder.name })} isOpen onClose={onClose}>
      <Fields folder={folder} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ folder, onClose }: Props) {
  const form = useForm({
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) => {
      if (name.trim() !== folder.name) await renameFolder(folder, name.trim())
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField
        label={say('Name')}
        name="name"
        defaultValue={folder.name}
        autoFocus
        problem={form.problems.name}
      />
      <FormActions form={form} label={say('Rename')} onCancel={onClose} />
    </Form>
  )
}
