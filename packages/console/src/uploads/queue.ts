import { upload } from '@vitrine/sdk'
import { clientThat } from '../server/client.ts'
import { wordsOf } from '../server/error-words.ts'
import type { UploadLimits } from './checks.ts'
import { createFolders } from './folders.ts'
import { createHasher } from './hasher.ts'
import type { Entry } from './ledger.ts'
import { lookUp } from './look-up.ts'
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
  const folderOf = createFolders()
  const client = clientThat((isBusy) => {
    if (isBusy) limit = 1
  })

  const inTurn = createTurns({
    locks: navigator.locks,
    isAlone,
    find: async (projectId, hash) => (await lookUp(projectId, [hash])).get(hash),
  })

  const transfer = async (entry: Entry, file: File, signal: AbortSignal): Promise<void> => {
    const { id, projectId } = entry
    store.send({ kind: 'sending', id })
    const folderId = await folderOf(entry)
    const asset = await upload(client, {
      ...{ projectId, file, filename: entry.name, key: id, signal },
      ...(folderId !== null && { folderId }),
      onProgress: ({ loaded }) => store.send({ kind: 'progress', id, sent: loaded }),
    })
    store.send({ kind: 'stored', id, assetId: asset.id })
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
    isIdle: () => running.size === 0,
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
