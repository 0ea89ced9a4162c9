import { readFile } from 'node:fs/promises'
import { sizeOf } from '../output/people.js'
import type { PlannedFile } from './plan.js'

/** What the service accepts. */
export type UploadLimits = { maxBytes: number }

type Signature = { of: string; at: number; bytes: string; isWhole?: (file: Buffer) => boolean }

/** How files of the accepted formats begin, and how their end is recognised, where that is certain. */
const signatures: readonly Signature[] = [
  {
    of: 'JPEG',
    at: 0,
    bytes: '\xff\xd8\xff',
    isWhole: (file) => file.includes('\xff\xd9', 0, 'latin1'),
  },
  { of: 'PNG', at: 0, bytes: '\x89PNG\r\n\x1a\n', isWhole: (file) => file.includes('IEND') },
  { of: 'WebP', at: 8, bytes: 'WEBP', isWhole: (file) => file.readUInt32LE(4) + 8 <= file.length },
  { of: 'GIF', at: 0, bytes: 'GIF8' },
  { of: 'AVIF or HEIC', at: 4, bytes: 'ftyp' },
  { of: 'TIFF', at: 0, bytes: 'II' },
  { of: 'TIFF', at: 0, bytes: 'MM' },
]

/** Why the service would refuse a file by its size; null if it would not. */
export function sizeProblemOf({ size }: PlannedFile, { maxBytes }: UploadLimits): string | null {
  if (size === 0) return 'The file is empty.'
  if (size > maxBytes)
    return `The file has ${sizeOf(size)}; at most ${sizeOf(maxBytes)} are accepted.`
  return null
}

/** The same by its content as well, as far as that is known without decoding it. */
export async function problemOf(file: PlannedFile, limits: UploadLimits): Promise<string | null> {
  const problem = sizeProblemOf(file, limits)
  if (problem !== null) return problem
  const bytes = await readFile(file.path)
  const found = signatures.find(
    (one) => bytes.toString('latin1', one.at, one.at + one.bytes.length) === one.bytes,
  )
  if (found === undefined) return 'The file is no picture of an accepted format.'
  return found.isWhole?.(bytes) === false ? `The ${found.of} is cut short.` : null
}
