import { rm, writeFile } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { outOfReach } from './errors.js'

/**
 * Writes a stream of the store's into a file. The file is there whole or not at all.
 *
 * @returns its size, bytes.
 * @throws AppError STORE_UNAVAILABLE when the store broke off, the file system's own error when the
 * disk is to blame, and the signal's reason.
 */
export async function saveTo(path: string, stream: Readable, signal?: AbortSignal) {
  if (signal) addAbortSignal(signal, stream)
  let sizeBytes = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length
        yield chunk
      }
    } catch (cause) {
      signal?.throwIfAborted()
      throw outOfReach(cause)
    }
  }
  try {
    await writeFile(path, chunks(), { mode: 0o600 })
    return sizeBytes
  } catch (error) {
    // What can't be removed either is in a folder that can't be written to.
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    stream.destroy()
  }
}
