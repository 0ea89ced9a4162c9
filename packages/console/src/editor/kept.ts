import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { inTime } from '../session/in-time.ts'
import type { Fields } from './working-copy/fields.ts'
import type { WorkingCopy } from './working-copy/working-copy.ts'

type Schema = DBSchema & { copies: { key: string; value: WorkingCopy } }

const databases = new Map<string, Promise<IDBPDatabase<Schema> | null>>()

/** Null if it does not open in time, or there is none, as in some private windows: the copies then end with the page. */
function databaseOf(userId: string): Promise<IDBPDatabase<Schema> | null> {
  const opening =
    databases.get(userId) ??
    inTime(
      openDB<Schema>(`vitrine-editor-${userId}`, 1, {
        upgrade: (db) => void db.createObjectStore('copies'),
      }),
    ).catch(() => null)
  databases.set(userId, opening)
  return opening
}

/** A copy that an older release has kept lacks fields of items that came later. */
const complete = (fields: Fields): Fields => ({
  ...fields,
  items: fields.items.map((item) => ({ ...item, video: item.video ?? null })),
})

/** The working copy of one person and one widget in this browser, so that a reload loses nothing. */
export const keptCopy = (userId: string, widgetId: string) => ({
  read: async (): Promise<WorkingCopy | null> => {
    const copy = await (await databaseOf(userId))?.get('copies', widgetId)
    return copy ? { ...copy, base: complete(copy.base), mine: complete(copy.mine) } : null
  },
  write: async (copy: WorkingCopy): Promise<void> => {
    await (await databaseOf(userId))?.put('copies', copy, widgetId)
  },
  remove: async (): Promise<void> => {
    await (await databaseOf(userId))?.delete('copies', widgetId)
  },
})

export type Kept = ReturnType<typeof keptCopy>
