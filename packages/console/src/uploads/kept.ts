import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { inTime } from '../session/in-time.ts'
import type { Entry } from './ledger.ts'
import { openTab, withOpenTabs } from './tab.ts'

export type Place = { projectId: string; folderId: string | null }

/** A file or folder that was dropped, which the browser can read again after the person allows it once. */
export type Source = Place & { id: string; handle: FileSystemHandle }

/** The tab that has it. Releases before this one did not name any. */
type Of<Value> = Value & { tab?: string }

type Schema = DBSchema & {
  entries: { key: string; value: Of<Entry> }
  sources: { key: string; value: Of<Source> }
}
type Left = { entries: Entry[]; sources: Source[] }
type Opened = { tab: string; database: IDBPDatabase<Schema> | null; left: Left }

/** Gives this tab what belongs to it, and what tabs have left that are closed. */
const takeOver = (database: IDBPDatabase<Schema>, tab: string): Promise<Left> =>
  withOpenTabs(async (isOpen) => {
    const tx = database.transaction(['entries', 'sources'], 'readwrite')
    const [entries, sources] = [tx.objectStore('entries'), tx.objectStore('sources')]
    const isMine = ({ tab: owner }: { tab?: string }) => owner === tab || !isOpen(owner)
    const left = {
      entries: (await entries.getAll()).filter(isMine),
      sources: (await sources.getAll()).filter(isMine),
    }
    await Promise.all([
      ...left.entries.map((entry) => entries.put({ ...entry, tab })),
      ...left.sources.map((source) => sources.put({ ...source, tab })),
      tx.done,
    ])
    return left
  })

async function open(userId: string) {
  const tab = await openTab()
  const database = await openDB<Schema>(`vitrine-uploads-${userId}`, 2, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('entries', { keyPath: 'id' })
      db.createObjectStore('sources', { keyPath: 'id' })
    },
  })
  return { tab, database, left: await takeOver(database, tab) }
}

/** Without storage, as in private windows of some browsers: the ledger then ends with the page. */
const none = { tab: '', database: null, left: { entries: [], sources: [] } }

/**
 * The ledger of one person in one tab, and where its files are, so that a reload loses nothing. Other open tabs
 * have ledgers of their own in the same database.
 */
export async function openKept(userId: string) {
  const { tab, database, left }: Opened = await inTime(open(userId)).catch(() => none)
  return {
    left,
    write: async (entries: readonly Entry[], removed: readonly string[]): Promise<void> => {
      if (database === null) return
      const tx = database.transaction('entries', 'readwrite')
      await Promise.all([
        ...entries.map((entry) => tx.store.put({ ...entry, tab })),
        ...removed.map((id) => tx.store.delete(id)),
        tx.done,
      ])
    },
    writeSources: async (sources: readonly Source[]): Promise<void> => {
      if (database === null) return
      const tx = database.transaction('sources', 'readwrite')
      await Promise.all([...sources.map((source) => tx.store.put({ ...source, tab })), tx.done])
    },
    removeSources: async (ids: readonly string[]): Promise<void> => {
      if (database === null) return
      const tx = database.transaction('sources', 'readwrite')
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done])
    },
  }
}

export type Kept = Awaited<ReturnType<typeof openKept>>
