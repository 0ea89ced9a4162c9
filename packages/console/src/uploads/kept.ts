import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Entry } from './ledger.ts'

export type Place = { projectId: string; folderId: string | null }

/** A file or folder that was dropped, which the browser can read again after the person allows it once. */
export type Source = Place & { id: string; handle: FileSystemHandle }

type Schema = DBSchema & {
  entries: { key: string; value: Entry }
  sources: { key: string; value: Source }
}

/** The ledger of one person in this browser, and where its files are, so that a reload loses nothing. */
export async function openKept(userId: string) {
  let database: IDBPDatabase<Schema> | null = null
  try {
    database = await openDB<Schema>(`vitrine-uploads-${userId}`, 2, {
      upgrade: (db, before) => {
        if (before < 1) db.createObjectStore('entries', { keyPath: 'id' })
        db.createObjectStore('sources', { keyPath: 'id' })
      },
    })
  } catch {
    // Private windows of some browsers have none: the ledger then ends with the page.
  }
  return {
    read: async (): Promise<Entry[]> => (await database?.getAll('entries')) ?? [],
    write: async (entries: readonly Entry[], removed: readonly string[]): Promise<void> => {
      if (database === null) return
      const tx = database.transaction('entries', 'readwrite')
      await Promise.all([
        ...entries.map((entry) => tx.store.put(entry)),
        ...removed.map((id) => tx.store.delete(id)),
        tx.done,
      ])
    },
    readSources: async (): Promise<Source[]> => (await database?.getAll('sources')) ?? [],
    writeSources: async (sources: readonly Source[]): Promise<void> => {
      if (database === null) return
      const tx = database.transaction('sources', 'readwrite')
      await Promise.all([...sources.map((source) => tx.store.put(source)), tx.done])
    },
    clearSources: async (): Promise<void> => database?.clear('sources'),
  }
}

export type Kept = Awaited<ReturnType<typeof openKept>>
