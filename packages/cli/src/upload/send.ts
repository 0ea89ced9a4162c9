import { readFile } from 'node:fs/promises'
import { upload, type Vitrine, VitrineError } from '@vitrine/sdk'
import pLimit from 'p-limit'
import type { HashedFile } from './decide.js'
import type { Fields } from './fields.js'
import type { UploadLog } from './upload-log.js'

const parallel = 3
/** Every further file would get the same answer. */
const hopeless = [401, 403]

export type Sending = {
  vitrine: Vitrine
  projectId: string
  uploadLog: UploadLog
  fields: Fields
  folderIds: ReadonlyMap<string, string>
  signal: AbortSignal
}

export type Result = { file: HashedFile } & ({ assetId: string } | { error: unknown })

/**
 * Sends files, three at once, and reports each.
 *
 * @throws the error of a file if it concerns all; the reason of the signal if it aborts.
 */
export async function sendAll(
  sending: Sending,
  files: readonly HashedFile[],
  onResult: (result: Result) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([sending.signal, stop.signal])
  const limit = pLimit(parallel)
  const sendOne = async (file: HashedFile) => {
    signal.throwIfAborted()
    const result = await send({ ...sending, signal }, file).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason
      if (!isHopeless(error)) return { file, error }
      stop.abort(error)
      throw error
    })
    await onResult(result)
  }
  // Each is waited for, so that nothing is written to the upload log after its end.
  const ends = await Promise.allSettled(files.map((file) => limit(sendOne, file)))
  signal.throwIfAborted()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

const isHopeless = (error: unknown) =>
  error instanceof VitrineError && hopeless.includes(error.status)

async function send(
  { vitrine, projectId, uploadLog, fields, folderIds, signal }: Sending,
  file: HashedFile,
): Promise<Result> {
  const bytes = await readFile(file.path)
  if (bytes.length !== file.size) {
    return { file, error: new Error('The file was changed. Run the upload again.') }
  }
  const key = await uploadLog.begin(file.identity)
  const folderId = folderIds.get(file.folder)
  const { id } = await upload(vitrine, {
    projectId,
    file: new Blob([bytes]),
    filename: file.filename,
    key,
    signal,
    ...fields,
    ...(folderId !== undefined && { folderId }),
  })
  await uploadLog.complete(file.identity, id)
  return { file, assetId: id }
}
