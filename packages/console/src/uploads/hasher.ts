import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { problemOf, type UploadLimits } from './checks.ts'
import type { Entry } from './ledger.ts'
import type { LedgerStore } from './store.ts'

/** Larger files are not hashed, since that takes them into memory whole; no service takes them by default. */
const mostHashedBytes = 100 * 1024 * 1024

async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const lookupSize = 100
/** The first few are asked for alone, so that the sending begins; each further question is about twice as many, so that it does not pause. */
const firstSize = 3

type Options = {
  store: LedgerStore
  fileOf(id: string): File | undefined
  limits(): Promise<UploadLimits>
  /** The pictures of the project with these bytes, by hash. */
  lookUp(projectId: string, sha256: string[]): Promise<ReadonlyMap<string, string>>
  onChecked(): void
}

/** One look-up asks about the pictures of one project. */
const ofFirstProject = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ projectId }) => projectId === entries[0]?.projectId)

/** Checks and hashes what waits, and asks which of it the project has. */
export function createHasher({ store, fileOf, limits, lookUp, onChecked }: Options) {
  let isRunning = false
  /** The entries that may be sent: the project does not have their bytes, or they are too large to be hashed. */
  const checked = new Set<string>()
  const mayBeSent = (id: string): void => {
    checked.add(id)
    store.send({ kind: 'checked', id })
  }

  const isDue = ({ id, state, isForced }: Entry): boolean =>
    state === 'waiting' && !isForced && !checked.has(id) && fileOf(id) !== undefined

  const next = (size: number): Entry[] =>
    ofFirstProject([...store.get().values()].filter(isDue)).slice(0, size)

  /**
   * Keeps the hash that an earlier page computed of the same file.
   *
   * @returns null if it was refused, or is too large to be hashed.
   */
  const hashOne = async ({ id, hash: last }: Entry, file: File): Promise<string | null> => {
    store.send({ kind: 'hashing', id })
    try {
      const reason = await problemOf(file, await limits())
      if (reason !== null) {
        store.send({ kind: 'failed', id, reason, isRefused: true })
        return null
      }
      if (file.size > mostHashedBytes) {
        mayBeSent(id)
        return null
      }
      const hash = last ?? (await sha256Of(file))
      store.send({ kind: 'hashed', id, hash })
      return hash
    } catch {
      store.send({ kind: 'failed', id, reason: t('The file cannot be read any more.') })
      return null
    }
  }

  const hashBatch = async (batch: readonly Entry[]): Promise<void> => {
    const hashes = new Map<string, string>()
    for (const entry of batch) {
      const file = fileOf(entry.id)
      const hash = file === undefined ? null : await hashOne(entry, file)
      if (hash !== null) hashes.set(entry.id, hash)
    }
    try {
      const assetIds = await lookUp(batch[0]?.projectId ?? '', [...new Set(hashes.values())])
      for (const [id, hash] of hashes) {
        const assetId = assetIds.get(hash)
        if (assetId === undefined) mayBeSent(id)
        else store.send({ kind: 'known', id, assetId })
      }
    } catch (error) {
      // Sent without an answer, pictures that the project has would be stored twice.
      for (const id of hashes.keys()) store.send({ kind: 'failed', id, reason: wordsOf(error) })
    }
    onChecked()
  }

  return {
    /** Whether the entry is to be checked and hashed before it is sent. */
    isDue,
    run: async (): Promise<void> => {
      if (isRunning) return
      isRunning = true
      try {
        for (let size = firstSize; ; size = Math.min(lookupSize, 2 * size)) {
          const batch = next(size)
          if (batch.length === 0) return
          await hashBatch(batch)
        }
      } finally {
        isRunning = false
      }
    },
  }
}
