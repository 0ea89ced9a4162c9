/**
 * The ledger of uploads: every file that was dropped, and what became of it. A pure reducer; events that a
 * state does not allow change nothing, so late answers of cancelled uploads cannot revive an entry.
 */
export type State = 'waiting' | 'hashing' | 'known' | 'sending' | 'stored' | 'failed' | 'cancelled'

export type Entry = {
  /** Also the Idempotency-Key, so that a lost answer makes no second picture. */
  id: string
  projectId: string
  /** Where it goes: a folder's id, and a path below it that is made as needed. */
  folderId: string | null
  path: string
  name: string
  size: number
  /** When the file was changed, ms since 1970. With name and size it recognizes a file that is dropped again. */
  modified: number
  state: State
  hash: string | null
  /** The id of the project's picture with these bytes, found or just created. */
  assetId: string | null
  /** Whether it is sent even if the project has its bytes. */
  isForced: boolean
  reason: string | null
  /** Whether it failed because of the file itself, so that the same file would fail again. */
  isRefused?: boolean
  /** Bytes. */
  sent: number
  /** The same for files that were added while others were under way. Entries of releases before this one have none. */
  batch?: number
}

type Added = Pick<
  Entry,
  'id' | 'projectId' | 'folderId' | 'path' | 'name' | 'size' | 'modified' | 'batch'
>

/** A file of which nothing is known yet. */
export const newEntry = (file: Added): Entry => ({
  ...file,
  state: 'waiting',
  hash: null,
  assetId: null,
  isForced: false,
  reason: null,
  sent: 0,
})

export type Ledger = ReadonlyMap<string, Entry>

export type Event =
  | { kind: 'added'; entries: readonly Entry[] }
  /** The uploads that the last page has left. None of them is being sent any more. */
  | { kind: 'restored'; entries: readonly Entry[] }
  | { kind: 'hashing'; id: string }
  | { kind: 'hashed'; id: string; hash: string }
  /** The project does not have its bytes. */
  | { kind: 'checked'; id: string }
  | { kind: 'known'; id: string; assetId: string }
  | { kind: 'sending'; id: string }
  | { kind: 'progress'; id: string; sent: number }
  | { kind: 'stored'; id: string; assetId: string }
  | { kind: 'failed'; id: string; reason: string; isRefused?: boolean }
  | { kind: 'cancelled'; id: string }
  | { kind: 'retried'; id: string }
  | { kind: 'forced'; id: string }
  | { kind: 'cleared' }
  /** Ended entries whose files were dropped again. */
  | { kind: 'forgotten'; ids: readonly string[] }

/** From which states each event may come. */
const from: { readonly [Kind in Event['kind']]?: readonly State[] } = {
  hashing: ['waiting'],
  hashed: ['hashing'],
  checked: ['hashing'],
  // While it waited, another tab may have sent the same bytes.
  known: ['hashing', 'waiting'],
  sending: ['waiting'],
  progress: ['sending'],
  stored: ['sending'],
  failed: ['waiting', 'hashing', 'sending'],
  cancelled: ['waiting', 'hashing', 'sending'],
  retried: ['failed', 'cancelled'],
  forced: ['known'],
}

const ended: readonly State[] = ['known', 'stored', 'failed', 'cancelled']
export const isEnded = ({ state }: Entry): boolean => ended.includes(state)

function changed(entry: Entry, event: Extract<Event, { id: string }>): Entry {
  switch (event.kind) {
    case 'hashing':
      return { ...entry, state: 'hashing' }
    case 'hashed':
      return { ...entry, hash: event.hash }
    case 'checked':
      return { ...entry, state: 'waiting' }
    case 'known':
      return { ...entry, state: 'known', assetId: event.assetId }
    case 'sending':
      return { ...entry, state: 'sending', sent: 0 }
    case 'progress':
      return { ...entry, sent: Math.min(entry.size, Math.max(0, event.sent)) }
    case 'stored':
      return { ...entry, state: 'stored', assetId: event.assetId, sent: entry.size }
    case 'failed':
      return {
        ...entry,
        state: 'failed',
        reason: event.reason,
        isRefused: event.isRefused ?? false,
        sent: 0,
      }
    case 'cancelled':
      return { ...entry, state: 'cancelled', sent: 0 }
    case 'retried':
      return { ...entry, state: 'waiting', reason: null, isRefused: false, sent: 0 }
    case 'forced':
      return { ...entry, state: 'waiting', isForced: true, assetId: null }
  }
}

/** Whether its file is still to be sent: it waits, was cancelled, or failed for a reason that may pass. */
export const isUnsent = ({ state, isRefused }: Entry): boolean =>
  state === 'waiting' || state === 'cancelled' || (state === 'failed' && isRefused !== true)

/** It is sent again with the same key, which tells the service that it is the same upload. */
const interrupted = (entry: Entry): Entry =>
  isEnded(entry) ? entry : { ...entry, state: 'waiting', sent: 0 }

function withNew(ledger: Ledger, entries: readonly Entry[]): Ledger {
  const fresh = entries.filter(({ id }) => !ledger.has(id))
  return new Map([...ledger, ...fresh.map((entry): [string, Entry] => [entry.id, entry])])
}

export function reduce(ledger: Ledger, event: Event): Ledger {
  if (event.kind === 'added') return withNew(ledger, event.entries)
  if (event.kind === 'restored') return withNew(ledger, event.entries.map(interrupted))
  if (event.kind === 'cleared') return new Map([...ledger].filter(([, entry]) => !isEnded(entry)))
  if (event.kind === 'forgotten') {
    const isGone = (entry: Entry) => isEnded(entry) && event.ids.includes(entry.id)
    return new Map([...ledger].filter(([, entry]) => !isGone(entry)))
  }
  const entry = ledger.get(event.id)
  if (entry === undefined || from[event.kind]?.includes(entry.state) !== true) return ledger
  return new Map(ledger).set(event.id, changed(entry, event))
}

export type Summary = Readonly<Record<State, number>> & {
  total: number
  ended: number
  bytes: number
  sentBytes: number
}

/** The number of the batch that files join which are added now. */
export const batchOf = (ledger: Ledger): number => {
  const entries = [...ledger.values()]
  const last = Math.max(0, ...entries.map(({ batch = 0 }) => batch))
  return entries.every(isEnded) ? last + 1 : last
}

/** The newest batch, and what is under way of others. */
export function summaryOf(ledger: Ledger): Summary {
  const counts = {
    waiting: 0,
    hashing: 0,
    known: 0,
    sending: 0,
    stored: 0,
    failed: 0,
    cancelled: 0,
  }
  let [bytes, sentBytes] = [0, 0]
  const entries = [...ledger.values()]
  const newest = Math.max(0, ...entries.map(({ batch = 0 }) => batch))
  const counted = entries.filter((entry) => !isEnded(entry) || (entry.batch ?? 0) === newest)
  for (const entry of counted) {
    counts[entry.state] += 1
    bytes += entry.size
    sentBytes += isEnded(entry) ? entry.size : entry.sent
  }
  const total = counted.length
  return {
    ...counts,
    total,
    ended: total - counts.waiting - counts.hashing - counts.sending,
    bytes,
    sentBytes,
  }
}

/** The same for the same file of the same place. */
export const fileKeyOf = ({
  projectId,
  folderId,
  path,
  name,
  size,
  modified,
}: Pick<Entry, 'projectId' | 'folderId' | 'path' | 'name' | 'size' | 'modified'>): string =>
  JSON.stringify([projectId, folderId, path, name, size, modified])
