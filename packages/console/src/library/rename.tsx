import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../controls/dialog.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import { FormDialog } from '../controls/form.tsx'
import { Skeleton } from '../controls/notice.tsx'
import { TextField } from '../controls/text-field.tsx'
import { t } from '../words/words.ts'
import { readAgain, updateAsset } from './commands.ts'
import { type Asset, assetQuery } from './queries.ts'
import { toastChange } from './toast-change.ts'

type Props = { projectId: string; assetId: string; onClose(): void }

/** Another file name; addresses do not contain it. */
export default function Rename({ projectId, assetId, onClose }: Props) {
  const { data: asset } = useQuery(assetQuery(projectId, assetId))
  if (asset !== undefined) return <Fields asset={asset} onClose={onClose} />
  return (
    <Dialog title={t('Rename')} onClose={onClose}>
      <Skeleton lines={2} />
    </Dialog>
  )
}

function Fields({ asset, onClose }: { asset: Asset; onClose(): void }) {
  const form = useEditForm({
    fields: ['filename'],
    resource: asset,
    read: () => readAgain(asset),
    shownOf: ({ filename }) => [{ name: 'filename', label: t('File name'), value: filename }],
    send: async ({ filename = '' }, base) => {
      const name = filename.trim()
      if (name !== '' && name !== base.filename) {
        const change = { filename: name }
        const after = await updateAsset(base, change)
        toastChange(t('Renamed.'), { before: base, after, change })
      }
      onClose()
    },
  })
  return (
    <FormDialog title={t('Rename')} label={t('Rename')} form={form} onClose={onClose}>
      <TextField
        label={t('File name')}
        name="filename"
        defaultValue={asset.filename}
        autoFocus
        hint={t('Addresses of the picture stay the same.')}
        problem={form.problems.filename}
      />
    </FormDialog>
  )
}
