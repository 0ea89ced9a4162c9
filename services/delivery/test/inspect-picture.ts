import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceImage } from '@vitrine/imaging'
import { inspect } from '@vitrine/imaging/direct'
import type { Test } from 'tap'

/** The type, size and frames of an image. Rejects if it is not intact. */
export async function inspectPicture(t: Test, bytes: Buffer): Promise<SourceImage> {
  const path = join(t.testdir(), 'picture')
  await writeFile(path, bytes)
  return inspect(path, { maxPixels: 100_000_000 })
}
