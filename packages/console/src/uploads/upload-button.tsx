import { useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { May } from '../permissions/permissions.tsx'
import { t } from '../words/words.ts'
import { filesOfList } from './dropped.ts'
import { uploads } from './uploads.ts'

type Props = { projectId: string; folderId: string | null }

export function UploadButton({ projectId, folderId }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <May call="createAsset">
      <Button look="primary" icon="upload" onPress={() => input.current?.click()}>
        {t('Upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*"
        hidden
        aria-label={t('Pictures to upload')}
        onChange={({ currentTarget }) => {
          void uploads.add(filesOfList([...(currentTarget.files ?? [])]), { projectId, folderId })
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </May>
  )
}
