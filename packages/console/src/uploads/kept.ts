import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Entry } from './ledger.ts'

type Schema = DBSchema & { entries: { key: string; value: Entry } }

/** The ledger of one person in this browser, so that a reload loses nothing. */
export async function openKept(userId: string) {
  let database: IDBPDatabase<Schema> | null = null
  try {
    database = await openDB<Schema>(`vitrine-uploads-${userId}`, 1, {
      upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'id' }),
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
  }
}

export type Kept = Awaited<ReturnType<typeof openKept>>
