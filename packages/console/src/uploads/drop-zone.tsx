import {
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { isTyping } from '../controls/key-targets.ts'
import { useMay } from '../permissions/permissions.tsx'
import { t } from '../words/words.ts'
import { type Dropped, filesOfDrop, filesOfList } from './dropped.ts'
import { handlesOfDrop } from './handles.ts'
import { namedPaste } from './pasted.ts'
import css from './uploads.module.css'
import { uploads } from './uploads.ts'

type Props = {
  projectId: string
  folderId: string | null
  children: ReactNode
  /** After the files are in the queue. */
  onAdded?(files: readonly Dropped[]): void
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Takes files that are dropped in it, or pasted while it is the page. */
export function DropZone({ projectId, folderId, children, onAdded }: Props) {
  const mayUpload = useMay()('createAsset')
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  const depth = useRef(0)
  const zone = useRef<HTMLDivElement>(null)
  const add = (files: readonly Dropped[], handles: readonly FileSystemHandle[] = []) => {
    onAdded?.(files)
    return uploads.add(files, { projectId, folderId }, handles)
  }
  const track = (event: DragEvent, step: number) => {
    if (!mayUpload || !hasFiles(event)) return
    depth.current += step
    setOver(depth.current > 0)
  }
  const onDrop = (event: DragEvent) => {
    if (!mayUpload || !hasFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    const { dataTransfer } = event
    setReading(true)
    void Promise.all([filesOfDrop(dataTransfer), handlesOfDrop(dataTransfer)])
      .then((both) => add(...both))
      .finally(() => setReading(false))
  }
  usePaste(zone, (files) => {
    if (mayUpload) void add(filesOfList(files))
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Upload" does the same.
    <div
      ref={zone}
      className={css.zone}
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => {
        if (mayUpload && hasFiles(event)) event.preventDefault()
      }}
      onDrop={onDrop}
    >
      {children}
      {isOver ? <p className={`${css.over} center`}>{t('Drop to upload')}</p> : null}
      {isReading ? (
        <p className={`${css.over} center`} role="status">
          {t('Reading what you have dropped …')}
        </p>
      ) : null}
    </div>
  )
}

/** A paste into a field belongs to it, and a page below a dialog takes none. */
const isTaken = (target: EventTarget | null, zone: HTMLElement | null): boolean =>
  zone === null || zone.closest('[inert], [aria-hidden="true"]') !== null || isTyping(target)

/** The files that are pasted, wherever the focus is: without one the event is the document's. */
function usePaste(zone: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || isTaken(event.target, zone.current)) return
    event.preventDefault()
    const now = new Date()
    onFiles(files.map((file, index) => namedPaste(file, now, index)))
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
