import { useCallback, useEffect, useRef } from 'react'
import { toastProblem } from '../../controls/toast.tsx'
import { wordsOf } from '../../server/error-words.ts'
import type { Dropped } from '../../uploads/dropped.ts'
import { type Entry, fileKeyOf, isEnded } from '../../uploads/ledger.ts'
import { uploads } from '../../uploads/uploads.ts'
import { findAssets } from '../queries.ts'
import { useEditing } from '../use-editing.tsx'
import { add } from './edits.ts'

/** The ledger's entry of a file that was dropped; it may be one of an earlier upload. */
const entryOf = ({ file, path }: Dropped, projectId: string): Entry | undefined => {
  const { name, size, lastModified: modified } = file
  const wanted = fileKeyOf({ projectId, folderId: null, path, name, size, modified })
  return [...uploads.get().values()].find((entry) => fileKeyOf(entry) === wanted)
}

/** Adds dropped files to the widget, in their order, once all of them are uploaded. */
export function useDropped(projectId: string): (files: readonly Dropped[]) => void {
  const editing = useEditing()
  const waiting = useRef<readonly Dropped[]>([])
  const look = useCallback(() => {
    const entries = waiting.current.flatMap((file) => entryOf(file, projectId) ?? [])
    if (entries.length === 0 || !entries.every(isEnded)) return
    waiting.current = []
    const ids = [...new Set(entries.flatMap(({ assetId }) => assetId ?? []))]
    findAssets(projectId, ids).then(
      (found) => {
        const isThere = new Set(found.map(({ id }) => id))
        editing.learn(found)
        editing.change(add(ids.filter((id) => isThere.has(id))), 'add')
      },
      (error: unknown) => toastProblem(wordsOf(error)),
    )
  }, [editing, projectId])
  useEffect(() => uploads.subscribe(look), [look])
  return (files) => {
    waiting.current = [...waiting.current, ...files]
    look()
  }
}
