import { createRandom } from '../random.js'
import type { HostileFile } from './hostile-file.js'
import { structureStarts } from './structures.js'

/** A cut this small removes only the end of the last structure, which decoders do not need. */
const negligibleBytes = 16

function cut(name: string, bytes: Buffer, length: number): HostileFile {
  const file = {
    name: `${name}, ${length} of ${bytes.length} bytes`,
    bytes: bytes.subarray(0, length),
  }
  return length < bytes.length - negligibleBytes ? { ...file, code: 'UNSUPPORTED_IMAGE' } : file
}

/** The file cut at 18 evenly spaced offsets. */
export const truncations = (name: string, bytes: Buffer): HostileFile[] =>
  Array.from({ length: 18 }, (_, i) => cut(name, bytes, Math.floor((bytes.length * i) / 19)))

/** The file cut before each structure, in its header, and before its end. */
export function structuralTruncations(name: string, bytes: Buffer): HostileFile[] {
  const starts = structureStarts(bytes)
  const lengths = starts.flatMap((at, i) => [at, at + 5, (starts[i + 1] ?? bytes.length) - 1])
  return [...new Set(lengths)]
    .filter((length) => length < bytes.length)
    .map((length) => cut(name, bytes, length))
}

/** The file with one byte changed; in half of the files it is among the headers. */
export function corruptions(name: string, bytes: Buffer, count: number): HostileFile[] {
  const random = createRandom(1)
  return Array.from({ length: count }, (_, i) => {
    const at = random.int(0, (i < count / 2 ? Math.min(120, bytes.length) : bytes.length) - 1)
    const corrupt = Buffer.from(bytes)
    corrupt[at] = random.int(0, 255)
    return { name: `${name}, byte ${at} is ${corrupt[at]}`, bytes: corrupt }
  })
}
