import { upload } from '@vitrine/sdk'
import { retryingClient } from '../server/client.ts'
import { createFolders } from './folders.ts'
import type { Entry } from './ledger.ts'
import { lookUp } from './look-up.ts'
import type { LedgerStore } from './store.ts'

type Options = {
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
export function createSender({ store, onBusy }: Options) {
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
        ...{ projectId, file, filename: name, key: id, signal },
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
