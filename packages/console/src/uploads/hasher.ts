import { say } from '../words/words.ts'
import { problemOf, type UploadLimits } from './checks.ts'
import { mostHashedBytes, sha256Of } from './hashing.ts'
import type { Entry } from './ledger.ts'
import type { LedgerStore } from './store.ts'

const lookupSize = 100
/** The first few are asked for alone, so that the sending begins. */
const firstSize = 3

type Options = {
  store: LedgerStore
  fileOf(id: string): File | undefined
  limits(): Promise<UploadLimits>
  /** The pictures of the project with these bytes, by hash. */
  lookUp(projectId: string, sha256: string[]): Promise<ReadonlyMap<string, string>>
  /** Whether nothing is being sent. */
  isIdle(): boolean
  onChecked(): void
}

/** Checks and hashes what waits, and asks which of it the project has. */
export function createHasher({ store, fileOf, limits, lookUp, isIdle, onChecked }: Options) {
  let isRunning = false
  /** Files that are too large to be hashed, and may be sent. */
  const unhashed = new Set<string>()

  const isDue = ({ id, state, hash, isForced }: Entry): boolean =>
    state === 'waiting' &&
    hash === null &&
    !isForced &&
    !unhashed.has(id) &&
    fileOf(id) !== undefined

  const next = (): Entry[] => {
    const due = [...store.get().values()].filter(isDue)
    return due
      .filter(({ projectId }) => projectId === due[0]?.projectId)
      .slice(0, isIdle() ? firstSize : lookupSize)
  }

  /** @returns null if it was refused, or is too large to be hashed. */
  const hashOne = async (id: string, file: File): Promise<string | null> => {
    store.send({ kind: 'hashing', id })
    try {
      const reason = await problemOf(file, await limits())
      if (reason !== null) {
        store.send({ kind: 'failed', id, reason })
        return null
      }
      if (file.size > mostHashedBytes) {
        unhashed.add(id)
        store.send({ kind: 'checked', id })
        return null
      }
      const hash = await sha256Of(file)
      store.send({ kind: 'hashed', id, hash })
      return hash
    } catch {
      store.send({ kind: 'failed', id, reason: say('The file cannot be read any more.') })
      return null
    }
  }

  const hashBatch = async (batch: readonly Entry[]): Promise<void> => {
    const hashes = new Map<string, string>()
    for (const { id } of batch) {
      const file = fileOf(id)
      const hash = file === undefined ? null : await hashOne(id, file)
      if (hash !== null) hashes.set(id, hash)
    }
    const known = await lookUp(batch[0]?.projectId ?? '', [...new Set(hashes.values())])
    for (const [id, hash] of hashes) {
      const assetId = known.get(hash)
      store.send(assetId === undefined ? { kind: 'checked', id } : { kind: 'known', id, assetId })
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
        for (let batch = next(); batch.length > 0; batch = next()) await hashBatch(batch)
      } finally {
        isRunning = false
      }
    },
  }
}
