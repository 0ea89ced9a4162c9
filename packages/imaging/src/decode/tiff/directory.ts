import { type Input, readAt } from '../file-bytes.js'

/** The values of the tags that are integers and at most 16, by the number of the tag. */
export type Directory = ReadonlyMap<number, readonly number[]>

/** Encoders write about 20. */
const maxEntries = 500
const entryBytes = 12
const maxValues = 16

/** TIFF 6.0, section 2: bytes of a value of type BYTE, SHORT, LONG. */
const sizes = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
])

type Reader = (bytes: Buffer, at: number, size: number) => number

const readers = new Map<string, Reader>([
  ['II', (bytes, at, size) => bytes.readUIntLE(at, size)],
  ['MM', (bytes, at, size) => bytes.readUIntBE(at, size)],
])

/** The first page's. @returns null if there is none, or the file is a BigTIFF. */
export function readFirstDirectory(input: Input): Directory | null {
  const header = readAll(input, 0, 8)
  const read = readers.get(header?.toString('latin1', 0, 2) ?? '')
  if (!header || !read || read(header, 2, 2) !== 42) return null
  const start = read(header, 4, 4)
  const head = readAll(input, start, 2)
  const count = head ? read(head, 0, 2) : 0
  if (count === 0 || count > maxEntries) return null
  const entries = readAll(input, start + 2, count * entryBytes)
  if (!entries) return null

  const directory = new Map<number, readonly number[]>()
  for (let at = 0; at < entries.length; at += entryBytes) {
    const values = readValues(input, entries.subarray(at, at + entryBytes), read)
    if (values) directory.set(read(entries, at, 2), values)
  }
  return directory
}

function readValues(input: Input, entry: Buffer, read: Reader) {
  const size = sizes.get(read(entry, 2, 2))
  const count = read(entry, 4, 4)
  if (size === undefined || count > maxValues) return [read(entry, 8, 4)]
  const length = size * count
  const bytes = length <= 4 ? entry.subarray(8, 12) : readAll(input, read(entry, 8, 4), length)
  if (!bytes) return null
  return Array.from({ length: count }, (_, index) => read(bytes, index * size, size))
}

/** null beyond the end of the file. */
function readAll(input: Input, position: number, length: number): Buffer | null {
  const bytes = readAt(input, position, length)
  return bytes.length === length ? bytes : null
}
