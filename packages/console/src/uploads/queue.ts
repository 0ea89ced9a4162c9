import { wordsOf } from '../server/error-words.ts'
import type { UploadLimits } from './checks.ts'
import { createHasher } from './hasher.ts'
import type { Entry } from './ledger.ts'
import { lookUp } from './look-up.ts'
import { createSender } from './send-file.ts'
import type { LedgerStore } from './store.ts'
import { isAlone } from './tab.ts'
import { createTurns } from './turns.ts'

/** Uploads at once; one after the service was busy, until it has taken three again. */
const mostAtOnce = 3

type Options = {
  store: LedgerStore
  fileOf(id: string): File | undefined
  limits(): Promise<UploadLimits>
  onStored(entry: Entry): void
}

/** Checks and hashes what waits, asks which of it the project has, and sends the rest. */
export function createQueue({ store, fileOf, limits, onStored }: Options) {
  let limit = mostAtOnce
  const running = new Map<string, AbortController>()
  const onBusy = () => {
    limit = 1
  }
  const sendFile = createSender({ store, onBusy })
  const inTurn = createTurns({
    locks: navigator.locks,
    isAlone,
    find: async (projectId, hash) => (await lookUp(projectId, [hash])).get(hash),
  })

  const transfer = async (entry: Entry, file: File, signal: AbortSignal): Promise<void> => {
    const { id } = entry
    store.send({ kind: 'sending', id })
    store.send({ kind: 'stored', id, assetId: await sendFile(entry, file, signal) })
    limit = Math.min(mostAtOnce, limit + 1)
    onStored(entry)
  }

  const sendOne = async (entry: Entry, file: File): Promise<void> => {
    const { id, projectId, hash, isForced } = entry
    const leaving = new AbortController()
    const { signal } = leaving
    running.set(id, leaving)
    try {
      const send = () => transfer(entry, file, signal)
      if (hash === null || isForced) await send()
      else {
        const assetId = await inTurn({ projectId, hash, signal }, send)
        if (assetId !== undefined) store.send({ kind: 'known', id, assetId })
      }
    } catch (error) {
      store.send({ kind: 'failed', id, reason: wordsOf(error) })
    } finally {
      running.delete(id)
      pump()
    }
  }

  const hasher = createHasher({
    ...{ store, fileOf, limits, lookUp },
    onChecked: pump,
  })

  /** Sends as many as may be sent, and hashes the others. */
  function pump(): void {
    void hasher.run()
    for (const entry of store.get().values()) {
      if (running.size >= limit) return
      const file = fileOf(entry.id)
      const isReady = entry.state === 'waiting' && !hasher.isDue(entry)
      if (isReady && file !== undefined && !running.has(entry.id)) void sendOne(entry, file)
    }
  }
  return {
    pump,
    cancel: (id: string): void => {
      running.get(id)?.abort()
      store.send({ kind: 'cancelled', id })
    },
  }
}
