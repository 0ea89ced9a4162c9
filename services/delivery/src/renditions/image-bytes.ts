import type { FileHandle } from 'node:fs/promises'
import type { ByteRange, ByteStream } from '@vitrine/http'
import type { ReadBuffers } from './cache/buffers.js'

/** The bytes of an image. The receiver either reads them, once, or discards them. */
export type ImageBytes = {
  sizeBytes: number
  /** The bytes from start to end, both included: in memory, or as a stream. */
  read(range: ByteRange): Buffer | ByteStream
  discard(): void
}

export const inMemory = (bytes: Buffer): ImageBytes => ({
  sizeBytes: bytes.length,
  read: ({ start, end }) =>
    end - start + 1 === bytes.length ? bytes : bytes.subarray(start, end + 1),
  discard: () => undefined,
})

/** The bytes of an open file, which stays readable after its name is removed. */
export function inFile(file: FileHandle, sizeBytes: number, buffers: ReadBuffers): ImageBytes {
  // It is only read, so a failure to close it loses nothing.
  const discard = () => void file.close().catch(() => undefined)
  const streamRange =
    ({ start, end }: ByteRange, buffer: Buffer): ByteStream =>
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
    read: (range) => (send) =>
      buffers.use((buffer) => streamRange(range, buffer)(send)).finally(discard),
    discard,
  }
}
