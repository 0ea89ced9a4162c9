import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Empty } from '../controls/notice.tsx'
import { toastProblem } from '../controls/toast.tsx'
import { May } from '../permissions/permissions.tsx'
import { wordsOf } from '../server/error-words.ts'
import { UploadButton } from '../uploads/upload-button.tsx'
import { say } from '../words/words.ts'
import css from './library.module.css'

type Props = { projectId: string; folderId: string | null; isFiltered: boolean; onClear(): void }

/** A filter without hits says so; a library without pictures takes some. */
export const LibraryEmpty = ({ projectId, folderId, isFiltered, onClear }: Props) =>
  isFiltered ? (
    <Empty
      icon="search"
      title={say('No picture matches')}
      actions={<Button onPress={onClear}>{say('Clear the filters')}</Button>}
    >
      {say('The filters above leave none.')}
    </Empty>
  ) : (
    <div className={css.empty}>
      <Empty
        icon="image"
        title={say('Drop pictures here')}
        actions={
          <May call="createAsset">
            <UploadButton projectId={projectId} folderId={folderId} />
            <Samples projectId={projectId} folderId={folderId} />
          </May>
        }
      >
        {say('JPEG, PNG, WebP, GIF or AVIF, up to 25 MB each. Whole folders keep their structure.')}
      </Empty>
    </div>
  )

function Samples({ projectId, folderId }: Pick<Props, 'projectId' | 'folderId'>) {
  const [part, setPart] = useState<number | null>(null)
  const add = async () => {
    setPart(0)
    try {
      const { addSamples } = await import('./samples.ts')
      await addSamples(projectId, folderId, setPart)
    } catch (error) {
      toastProblem(wordsOf(error))
    } finally {
      setPart(null)
    }
  }
  return (
    <Button icon="image" isPending={part !== null} onPress={() => void add()}>
      {part === null
        ? say('Use six sample pictures')
        : say('Adding sample pictures, {part} %', { part: Math.round(100 * part) })}
    </Button>
  )
}
