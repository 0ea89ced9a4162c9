import { Confirm } from '../../controls/dialog.tsx'
import { useFresh } from '../../controls/use-fresh.ts'
import type { Folder } from '../../server/folders.ts'
import { t } from '../../words/words.ts'
import { deleteFolder, readFolder } from '../commands.ts'

type Props = { folder: Folder; onClose(): void; onDeleted(): void }

export default function DeleteFolder({ folder, onClose, onDeleted }: Props) {
  const act = useFresh(folder, () => readFolder(folder))
  return (
    <Confirm
      title={t('Delete the folder?')}
      label={t('Delete folder')}
      onClose={onClose}
      act={async () => {
        await act(deleteFolder)
        onDeleted()
      }}
    >
      <p>
        {t('{name} and the folders in it go. Their pictures stay, in no folder.', {
          name: folder.name,
        })}
      </p>
    </Confirm>
  )
}
