import { queries } from '../server/queries.ts'
import { meQuery } from '../session/use-me.ts'
import type { UploadLimits } from './checks.ts'
import type { Dropped } from './dropped.ts'
import { openKept, type Place } from './kept.ts'
import { batchOf, type Entry, fileKeyOf, isEnded, isUnsent, newEntry } from './ledger.ts'
import { moveKnown } from './move-known.ts'
import { createQueue } from './queue.ts'
import { createRefresh } from './refresh.ts'
import { createSources } from './sources.ts'
import { createLedgerStore } from './store.ts'
import { createTimeLeft } from './time-left.ts'

const store = createLedgerStore()
const files = new Map<string, File>()

const refresh = createRefresh((projectId) => {
  for (const key of ['assets', 'folders', 'project']) {
    void queries.invalidateQueries({ queryKey: [key, projectId] })
  }
})

const timeLeft = createTimeLeft()
store.subscribe(timeLeft.follow)

/** A replica of the release before does not name them. */
const unlimited: UploadLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxPixels: Number.POSITIVE_INFINITY,
}

const queue = createQueue({
  store,
  fileOf: (id) => files.get(id),
  limits: async () => (await queries.ensureQueryData(meQuery))?.uploadLimits ?? unlimited,
  onStored: ({ projectId }) => refresh(projectId, { isLast: !isUnderWay(projectId) }),
})

const sources = createSources()

const isUnderWay = (projectId: string): boolean =>
  [...store.get().values()].some((entry) => entry.projectId === projectId && !isEnded(entry))

/** States of entries whose files are not needed any more. */
const over: readonly Entry['state'][] = ['stored', 'known']

const entryOf = ({ file, path }: Dropped, place: Place): Entry =>
  newEntry({
    ...place,
    id: crypto.randomUUID(),
    path,
    name: file.name,
    size: file.size,
    modified: file.lastModified,
  })

/**
 * A file that the ledger has and that was not stored goes on with its old key. One that was stored is looked
 * up again, by the hash of that time: the picture may have been deleted since.
 */
function take(
  dropped: readonly Dropped[],
  place: Place,
  handles: readonly FileSystemHandle[] = [],
): void {
  const fresh: Entry[] = []
  const old = new Map([...store.get().values()].map((entry) => [fileKeyOf(entry), entry]))
  const again: string[] = []
  const batch = batchOf(store.get())
  for (const one of dropped) {
    const entry = entryOf(one, place)
    const former = old.get(fileKeyOf(entry))
    if (former !== undefined && !over.includes(former.state)) {
      files.set(former.id, one.file)
      store.send({ kind: 'retried', id: former.id })
      continue
    }
    if (former !== undefined) again.push(former.id)
    files.set(entry.id, one.file)
    fresh.push({ ...entry, batch, hash: former?.hash ?? null })
  }
  store.send({ kind: 'forgotten', ids: again })
  store.send({ kind: 'added', entries: fresh })
  sources.add(handles, place)
  queue.pump()
}

/** Whether it has ended, and may be sent again. */
const mayRetry = (entry: Entry): boolean => isEnded(entry) && isUnsent(entry) && files.has(entry.id)

const isLost = (entry: Entry): boolean => isUnsent(entry) && !files.has(entry.id)

/** Reads the files again that the last page has left unsent, and sends them. */
async function resume(): Promise<void> {
  const lost = new Set([...store.get().values()].filter(isLost).map(fileKeyOf))
  await sources.read((dropped, place) => {
    const found = dropped.filter((one) => lost.has(fileKeyOf(entryOf(one, place))))
    take(found, place)
  })
}

let opened: Promise<void> | null = null

/** Reads first what the last page has left, whose files may be among these. */
async function add(...given: Parameters<typeof take>): Promise<void> {
  const me = await queries.ensureQueryData(meQuery)
  if (me !== null) await openUploads(me.id)
  take(...given)
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
  mayRetry,
  isLost,
  /** Whether the browser may still read the files of lost entries. */
  canResume: sources.areThere,
  resume,
  cancelAll: () => idsIn('waiting', 'hashing', 'sending').forEach(queue.cancel),
  retryFailed: () => {
    for (const entry of store.get().values())
      if (mayRetry(entry)) store.send({ kind: 'retried', id: entry.id })
    queue.pump()
  },
  sendKnown: () => {
    for (const id of idsIn('known')) if (files.has(id)) store.send({ kind: 'forced', id })
    queue.pump()
  },
  /** Puts the pictures that the project had into the folders of their files, and leaves these out of the list. */
  moveKnown: async (): Promise<void> => {
    const ids = idsIn('known')
    await moveKnown(ids.flatMap((id) => store.find(id) ?? []))
    store.send({ kind: 'forgotten', ids })
  },
  clear: () => store.send({ kind: 'cleared' }),
}

/** Reads what the last page of this tab has left, or closed ones, and keeps what this one does. */
export function openUploads(userId: string): Promise<void> {
  opened ??= keepFor(userId)
  return opened
}

async function keepFor(userId: string): Promise<void> {
  const database = await openKept(userId)
  sources.open(database)
  store.subscribe((ledger, previous) => {
    const changed = [...ledger.values()].filter(
      (entry) => previous.get(entry.id)?.state !== entry.state,
    )
    const removed = [...previous.keys()].filter((id) => !ledger.has(id))
    if (changed.length + removed.length > 0) void database.write(changed, removed)
    const isNeeded = (entry: Entry) => isUnsent(entry) || !isEnded(entry)
    if (![...ledger.values()].some(isNeeded)) sources.clear()
  })
  store.send({ kind: 'restored', entries: database.left.entries })
}

addEventListener('beforeunload', (event) => {
  if (idsIn('sending').length > 0) event.preventDefault()
})
