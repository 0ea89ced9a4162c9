import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../plugins/ranges.js'

/** Bytes at hand. Whoever is given some either reads them, once, or discards them. */
export type Held = {
  sizeBytes: number
  /** The bytes from start to end, both included. */
  read(range: ByteRange): Buffer | Readable | Promise<Readable>
  discard(): void
}

export const inMemory = (bytes: Buffer): Held => ({
  sizeBytes: bytes.length,
  read: ({ start, end }) =>
    end - start + 1 === bytes.length ? bytes : bytes.subarray(start, end + 1),
  discard: () => undefined,
})

/** An open file: it can be read whatever becomes of its name. */
export const inFile = (file: FileHandle, sizeBytes: number): Held => ({
  sizeBytes,
  read: (range) => file.createReadStream(range),
  // Nothing was written: there is nothing that closing it could lose.
  discard: () => void file.close().catch(() => undefined),
})
