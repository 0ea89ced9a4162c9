import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEditForm } from '../../controls/edit-form.ts'
import { FormDialog } from '../../controls/form.tsx'
import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { toast, toastProblem } from '../../controls/toast.tsx'
import { parentsFor } from '../../server/folder-tree.ts'
import { type Folder, foldersQuery } from '../../server/folders.ts'
import { isStale, wordsOf } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import { readFolder, updateFolder } from '../commands.ts'
import { sayKept } from '../former-values.ts'

type Props = { folder: Folder; onClose(): void }

const top = 'top'

export default function EditFolder({ folder, onClose }: Props) {
  const { data: folders = [] } = useQuery(foldersQuery(folder.projectId))
  const [parent, setParent] = useState(folder.parentId ?? top)
  const parents = [
    { id: top, label: t('At the top') },
    ...parentsFor(folder, folders).map(({ id, path }) => ({ id, label: path })),
  ]
  const pathOf = (id: string) => parents.find((one) => one.id === id)?.label ?? ''
  const form = useEditForm({
    fields: ['name'],
    resource: folder,
    read: () => readFolder(folder),
    onTake: (name, value) => {
      if (name === 'parent') setParent(value)
    },
    shownOf: ({ name, parentId }) => {
      const id = parentId ?? top
      return [
        { name: 'name', label: t('Name'), value: name },
        { name: 'parent', label: t('Inside'), value: id, words: pathOf(id) },
      ]
    },
    send: async ({ name = '', parent: chosen = top }, base) => {
      const parentId = chosen === top ? null : chosen
      const updated = await updateFolder(base, { name, parentId })
      onClose()
      if (updated.revision !== base.revision) toastFolder(base, updated)
    },
  })
  return (
    <FormDialog
      title={t('Rename or move {name}', { name: folder.name })}
      label={t('Save')}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        defaultValue={folder.name}
        autoFocus
        maxLength={200}
        problem={form.problems.name}
      />
      <input type="hidden" name="parent" value={parent} />
      <Select label={t('Inside')} options={parents} value={parent} onChange={setParent} />
    </FormDialog>
  )
}

/** A message about a folder that was renamed or moved, with a button that undoes it. */
function toastFolder(before: Folder, after: Folder): void {
  const { name, parentId } = before
  const undo = () =>
    void updateFolder(after, { name, parentId }).catch((error: unknown) =>
      toastProblem(isStale(error) ? sayKept() : wordsOf(error)),
    )
  toast(parentId === after.parentId ? t('Renamed.') : t('Moved.'), { undo })
}
