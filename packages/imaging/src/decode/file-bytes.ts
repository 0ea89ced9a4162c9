import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** Bytes in memory, or the path of a file. */
export type Input = Buffer | string

/**
 * Fewer bytes where the file ends earlier, none of a pipe, which has no positions. Synchronous, which takes a
 * tenth of the time: an image process has nothing else to do.
 */
export function readAt(input: Input, position: number, length: number): Buffer {
  if (typeof input !== 'string') return input.subarray(position, position + length)
  if (!statSync(input).isFile()) return Buffer.alloc(0)
  const file = openSync(input, 'r')
  try {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(file, buffer, 0, length, position))
  } finally {
    closeSync(file)
  }
}
