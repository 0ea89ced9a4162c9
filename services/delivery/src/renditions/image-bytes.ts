import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Pour } from '../plugins/pour.js'
import type { ByteRange } from '../plugins/ranges.js'
import type { Buffers } from './cache/read-buffers.js'

export type Content = Buffer | Readable | Pour

/** Bytes at hand. Whoever is given some either reads them, once, or discards them. */
export type Held = {
  sizeBytes: number
  /** The bytes from start to end, both included. */
  read(range: ByteRange): Content | Promise<Content>
  discard(): void
}

export const inMemory = (bytes: Buffer): Held => ({
  sizeBytes: bytes.length,
  read: ({ start, end }) =>
    end - start + 1 === bytes.length ? bytes : bytes.subarray(start, end + 1),
  discard: () => undefined,
})

/** An open file: it can be read whatever becomes of its name. */
export function inFile(file: FileHandle, sizeBytes: number, buffers: Buffers): Held {
  // Nothing was written: there is nothing that closing it could lose.
  const discard = () => void file.close().catch(() => undefined)
  const pour =
    ({ start, end }: ByteRange, buffer: Buffer): Pour =>
    async (send) => {
      for (let position = start; position <= end; ) {
        const wanted = Math.min(buffer.length, end + 1 - position)
        const { bytesRead } = await file.read(buffer, 0, wanted, position)
        if (bytesRead === 0) throw new Error(`a file of ${sizeBytes} bytes ended at ${position}`)
        await send(buffer.subarray(0, bytesRead))
        position += bytesRead
      }
    }
  return {
    sizeBytes,
    read: (range) => (send) => buffers.use((buffer) => pour(range, buffer)(send)).finally(discard),
    discard,
  }
}
