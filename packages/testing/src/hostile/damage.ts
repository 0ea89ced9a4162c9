import { createRandom } from '../random.js'
import type { HostileFile } from './hostile-file.js'
import { structureStarts } from './structures.js'

/** Lost with it is only what no picture needs: the end of the last structure. */
const negligibleBytes = 16

function cut(name: string, bytes: Buffer, length: number): HostileFile {
  const file = {
    name: `${name}, ${length} of ${bytes.length} bytes`,
    bytes: bytes.subarray(0, length),
  }
  return length < bytes.length - negligibleBytes ? { ...file, code: 'UNSUPPORTED_IMAGE' } : file
}

/** Cut at 18 places, evenly. */
export const truncations = (name: string, bytes: Buffer): HostileFile[] =>
  Array.from({ length: 18 }, (_, i) => cut(name, bytes, Math.floor((bytes.length * i) / 19)))

/** Cut before each structure, in its head, and before its end. */
export function structuralTruncations(name: string, bytes: Buffer): HostileFile[] {
  const starts = structureStarts(bytes)
  const lengths = starts.flatMap((at, i) => [at, at + 5, (starts[i + 1] ?? bytes.length) - 1])
  return [...new Set(lengths)]
    .filter((length) => length < bytes.length)
    .map((length) => cut(name, bytes, length))
}

/** One byte is another; the first half of them among the headers. */
export function corruptions(name: string, bytes: Buffer, count: number): HostileFile[] {
  const random = createRandom(1)
  return Array.from({ length: count }, (_, i) => {
    const at = random.int(0, (i < count / 2 ? Math.min(120, bytes.length) : bytes.length) - 1)
    const corrupt = Buffer.from(bytes)
    corrupt[at] = random.int(0, 255)
    return { name: `${name}, byte ${at} is ${corrupt[at]}`, bytes: corrupt }
  })
}
