import { type RefObject, useRef } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { May } from '../permissions/permissions.tsx'
import { t } from '../words/words.ts'
import { filesOfList } from './dropped.ts'
import { uploads } from './uploads.ts'

type Props = { projectId: string; folderId: string | null }

/** Uploads files, or a folder with those in it. */
export function UploadButton(place: Props) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  return (
    <May call="createAsset">
      <Button look="primary" icon="upload" onPress={() => files.current?.click()}>
        {t('Upload')}
      </Button>
      <IconButton
        icon="folderUpload"
        label={t('Upload a folder')}
        look="normal"
        onPress={() => folder.current?.click()}
      />
      <Files input={files} label={t('Pictures to upload')} place={place} />
      <Files input={folder} label={t('Folder to upload')} place={place} isFolder />
    </May>
  )
}

type FilesProps = {
  input: RefObject<HTMLInputElement | null>
  label: string
  place: Props
  isFolder?: boolean
}

const Files = ({ input, label, place, isFolder = false }: FilesProps) => (
  <input
    ref={(element) => {
      input.current = element
      if (element !== null) element.webkitdirectory = isFolder
    }}
    type="file"
    multiple
    accept={isFolder ? undefined : 'image/*'}
    hidden
    aria-label={label}
    onChange={({ currentTarget }) => {
      void uploads.add(filesOfList([...(currentTarget.files ?? [])]), place)
      // So that the same file can be chosen again.
      currentTarget.value = ''
    }}
  />
)
