import { useCallback, useEffect, useRef } from 'react'
import { toastError } from '../../controls/toast.tsx'
import { findAssets } from '../../server/assets.ts'
import type { Dropped } from '../../uploads/dropped.ts'
import { fileKeyOf } from '../../uploads/ledger.ts'
import { uploads } from '../../uploads/uploads.ts'
import { useEditing } from '../use-editing.tsx'
import { createDrops } from './drops.ts'
import { join } from './edits.ts'

const keyOf = ({ file, path }: Dropped, projectId: string): string => {
  const { name, size, lastModified: modified } = file
  return fileKeyOf({ projectId, folderId: null, path, name, size, modified })
}

/** Adds dropped files to the widget, each as soon as it is uploaded, in the order of the drop. */
export function useDropped(projectId: string): (files: readonly Dropped[]) => void {
  const editing = useEditing()
  const drops = useRef(createDrops())
  const look = useCallback(() => {
    const entries = [...uploads.get().values()]
    const uploaded = new Map(
      entries
        .filter(({ state }) => state === 'stored' || state === 'known')
        .map((entry) => [fileKeyOf(entry), entry.assetId]),
    )
    const joining = drops.current.take((key) => uploaded.get(key) ?? null)
    if (joining.length === 0) return
    findAssets(
      projectId,
      joining.map(({ id }) => id),
    ).then((found) => {
      const isThere = new Set(found.map(({ id }) => id))
      editing.learn(found)
      editing.change(join(joining.filter(({ id }) => isThere.has(id))), 'add')
    }, toastError)
  }, [editing, projectId])
  useEffect(() => uploads.subscribe(look), [look])
  return (files) => {
    drops.current.add(files.map((file) => keyOf(file, projectId)))
    look()
  }
}
