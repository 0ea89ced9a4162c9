import { queries } from '../server/queries.ts'
import { say } from '../words/words.ts'
import type { Dropped } from './dropped.ts'
import { openKept } from './kept.ts'
import { type Entry, fileKeyOf } from './ledger.ts'
import { createQueue } from './queue.ts'
import { createLedgerStore } from './store.ts'
import { createTimeLeft } from './time-left.ts'

const store = createLedgerStore()
const files = new Map<string, File>()

/** Lists are read again while files arrive, at most this often, ms. */
const refreshMs = 2000
const refreshing = new Set<string>()

function refreshSoon({ projectId }: Entry): void {
  if (refreshing.has(projectId)) return
  refreshing.add(projectId)
  setTimeout(() => {
    refreshing.delete(projectId)
    for (const key of ['assets', 'folders', 'project']) {
      void queries.invalidateQueries({ queryKey: [key, projectId] })
    }
  }, refreshMs)
}

const timeLeft = createTimeLeft()
store.subscribe(timeLeft.follow)

const queue = createQueue({ store, fileOf: (id) => files.get(id), onStored: refreshSoon })

type Place = { projectId: string; folderId: string | null }

const entryOf = ({ file, path }: Dropped, place: Place): Entry => ({
  ...place,
  id: crypto.randomUUID(),
  path,
  name: file.name,
  size: file.size,
  modified: file.lastModified,
  state: 'waiting',
  hash: null,
  assetId: null,
  isForced: false,
  reason: null,
  sent: 0,
})

/** Names what the services take; they look at the bytes themselves. */
const isPicture = ({ type }: File): boolean => type === '' || type.startsWith('image/')

/**
 * A file that the ledger has and that was not stored goes on with its old key. One that was stored is looked
 * up again: the picture may have been deleted since.
 */
function add(dropped: readonly Dropped[], place: Place): void {
  const fresh: Entry[] = []
  const old = new Map([...store.get().values()].map((entry) => [fileKeyOf(entry), entry]))
  const again: string[] = []
  for (const one of dropped) {
    const entry = entryOf(one, place)
    const known = old.get(fileKeyOf(entry))
    const isOver = known?.state === 'stored' || known?.state === 'known'
    if (known !== undefined && !isOver) {
      files.set(known.id, one.file)
      store.send({ kind: 'retried', id: known.id })
      continue
    }
    if (known !== undefined) again.push(known.id)
    files.set(entry.id, one.file)
    fresh.push(entry)
  }
  store.send({ kind: 'forgotten', ids: again })
  store.send({ kind: 'added', entries: fresh })
  for (const { id } of fresh) {
    const file = files.get(id)
    if (file !== undefined && !isPicture(file)) {
      store.send({ kind: 'failed', id, reason: say('This is not a picture.') })
    }
  }
  queue.pump()
}

const idsIn = (...states: Entry['state'][]): string[] =>
  [...store.get().values()].filter(({ state }) => states.includes(state)).map(({ id }) => id)

/** The actions on uploads. There is one queue for all projects. */
export const uploads = {
  get: store.get,
  subscribe: (changed: () => void) => store.subscribe(changed),
  add,
  /** ms; null as long as too little is known. */
  timeLeft: (): number | null => timeLeft.estimate(store.get()),
  hasFile: (id: string): boolean => files.has(id),
  cancelAll: () => idsIn('waiting', 'hashing', 'sending').forEach(queue.cancel),
  retryFailed: () => {
    for (const id of idsIn('failed', 'cancelled'))
      if (files.has(id)) store.send({ kind: 'retried', id })
    queue.pump()
  },
  sendKnown: () => {
    for (const id of idsIn('known')) if (files.has(id)) store.send({ kind: 'forced', id })
    queue.pump()
  },
  clear: () => store.send({ kind: 'cleared' }),
}

let opened: Promise<void> | null = null

/** Reads what the last page of this person has left, and keeps what this one does. */
export function openUploads(userId: string): Promise<void> {
  opened ??= keepFor(userId)
  return opened
}

async function keepFor(userId: string): Promise<void> {
  const kept = await openKept(userId)
  store.send({ kind: 'added', entries: await kept.read() })
  store.send({ kind: 'interrupted' })
  store.subscribe((ledger, previous) => {
    const changed = [...ledger.values()].filter(
      (entry) => previous.get(entry.id)?.state !== entry.state,
    )
    const removed = [...previous.keys()].filter((id) => !ledger.has(id))
    if (changed.length + removed.length > 0) void kept.write(changed, removed)
  })
}

addEventListener('beforeunload', (event) => {
  if (idsIn('sending').length > 0) event.preventDefault()
})
