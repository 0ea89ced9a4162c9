import { orThrow, upload, VitrineError } from '@vitrine/sdk'
import { retryingClient, vitrine } from '../server/client.ts'
import { wordsOf } from '../words/errors.ts'
import type { UploadLimits } from './checks.ts'
import { createFolders } from './folders.ts'
import { createHasher } from './hasher.ts'
import type { Entry } from './ledger.ts'
import type { LedgerStore } from './store.ts'
import { isAlone } from './tab.ts'
import { createTurns } from './turns.ts'

/** The pictures of the project with these bytes, by hash. Throws a VitrineError without an answer. */
export async function lookUp(
  projectId: string,
  sha256: string[],
): Promise<ReadonlyMap<string, string>> {
  if (sha256.length === 0) return new Map()
  const found = await orThrow(
    vitrine.POST('/api/projects/{projectId}/assets/lookup', {
      params: { path: { projectId } },
      body: { sha256 },
    }),
  )
  return new Map(
    found.flatMap(({ sha256: hash, assets: [first] }): [string, string][] =>
      first === undefined ? [] : [[hash, first.id]],
    ),
  )
}

/** Whether the service refuses this very file, or its place, and would do so again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof VitrineError && (error.status === 400 || error.status === 413)

type SendOptions = {
  store: LedgerStore
  /** Called when the service was busy and the file will be sent again. */
  onBusy(): void
}

/** Ends the repetitions of an upload that was stored. */
class StoredAlready extends Error {
  constructor(readonly assetId: string) {
    super('the file is stored already')
  }
}

/**
 * Sends a file, again if needed, with its key. If the whole file was sent and only the answer was lost, the
 * picture is looked up first, which costs no second transfer.
 */
function createSender({ store, onBusy }: SendOptions) {
  const folderOf = createFolders()

  const isWholeSent = (id: string): boolean => {
    const entry = store.find(id)
    return entry !== undefined && entry.sent >= entry.size
  }

  const clientOf = ({ id, projectId, hash, isForced }: Entry) =>
    retryingClient(async ({ response }) => {
      if (response?.status === 503 || response?.status === 429) onBusy()
      // The project may have the bytes of a forced file from before.
      if (response !== undefined || isForced || hash === null || !isWholeSent(id)) return
      const found = await lookUp(projectId, [hash]).catch(() => null)
      const assetId = found?.get(hash)
      if (assetId !== undefined) throw new StoredAlready(assetId)
    })

  /** @returns the id of the picture. */
  return async (entry: Entry, file: File, signal: AbortSignal): Promise<string> => {
    const { id, projectId, name } = entry
    const folderId = await folderOf(entry)
    try {
      const asset = await upload(clientOf(entry), {
        projectId,
        file,
        filename: name,
        key: id,
        signal,
        ...(folderId !== null && { folderId }),
        onProgress: ({ loaded }) => store.send({ kind: 'progress', id, sent: loaded }),
      })
      return asset.id
    } catch (error) {
      if (error instanceof StoredAlready) return error.assetId
      throw error
    }
  }
}

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
      store.send({ kind: 'failed', id, reason: wordsOf(error), isRefused: isRefusal(error) })
    } finally {
      running.delete(id)
      pump()
    }
  }

  const hasher = createHasher({
    store,
    fileOf,
    limits,
    lookUp,
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
