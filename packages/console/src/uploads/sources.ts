import type { Dropped } from './dropped.ts'
import { filesOfHandle } from './handles.ts'
import type { Kept, Place, Source } from './kept.ts'

/** The browser may ask once for each of them. */
const most = 100

/** Where the files of unfinished uploads are, kept until all of them have ended. */
export function createSources() {
  let sources: Source[] = []
  let database: Kept | null = null

  return {
    open: (opened: Kept): void => {
      database = opened
      sources = [...opened.left.sources]
    },

    add: (handles: readonly FileSystemHandle[], place: Place): void => {
      const added = handles.map((handle) => ({ ...place, id: crypto.randomUUID(), handle }))
      if (sources.length + added.length > most) return
      sources.push(...added)
      void database?.writeSources(added)
    },

    areThere: (): boolean => sources.length > 0,

    /** Call it on a click: the browser asks the person. One that is gone, or not allowed, has no files. */
    read: async (use: (files: Dropped[], place: Place) => void): Promise<void> => {
      for (const { handle, projectId, folderId } of sources) {
        use(await filesOfHandle(handle).catch(() => []), { projectId, folderId })
      }
    },

    clear: (): void => {
      if (sources.length === 0) return
      const ids = sources.map(({ id }) => id)
      sources = []
      void database?.removeSources(ids)
    },
  }
}
