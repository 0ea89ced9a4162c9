import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { storeUnreachable } from '../failures/errors.js'

export type SaveOptions = {
  signal?: AbortSignal
  /** Reading stops somewhere beyond this size. Size and hash then cover only the bytes read. */
  atMostBytes?: number
}

export type Saved = {
  sizeBytes: number
  /** Hash of the bytes, hex. */
  sha256: string
}

/**
 * Writes a stream of the store to a file, which is complete or does not exist.
 *
 * @throws AppError STORE_UNAVAILABLE if the stream broke off, errors of the file system, and the signal's
 *   reason.
 */
export async function saveTo(
  path: string,
  stream: Readable,
  { signal, atMostBytes = Number.POSITIVE_INFINITY }: SaveOptions = {},
): Promise<Saved> {
  if (signal) addAbortSignal(signal, stream)
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length
        hash.update(chunk)
        yield chunk
        if (sizeBytes > atMostBytes) return
      }
    } catch (cause) {
      signal?.throwIfAborted()
      throw storeUnreachable(cause)
    }
  }
  try {
    await writeFile(path, chunks(), { mode: 0o600 })
    return { sizeBytes, sha256: hash.digest('hex') }
  } catch (error) {
    // If it cannot be removed either, its folder is not writable.
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    stream.destroy()
  }
}

/** @param atMostBytes a longer stream is cut somewhere beyond this number. */
export async function collect(
  stream: Readable,
  atMostBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > atMostBytes) break
  }
  return Buffer.concat(chunks)
}
