import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linearReference, type Pixels, ssim } from '@vitrine/testing/linear-reference'
import sharp from 'sharp'
import { pathOf } from '../crops/fetch.js'
import type { Photograph } from '../crops/photographs.js'

export type Original = {
  /** Of its file, in the folder that the servers read. */
  name: string
  path: string
  /** Pixels, as displayed. */
  width: number
  height: number
}

/** An original shrinks at least this much, or hardly anything but the encoder would be compared. */
const leastShrink = 1.25

/** Copies the photographs that are large enough for renditions of this width into the folder. */
export async function copyOriginals(
  photographs: readonly Photograph[],
  width: number,
  folder: string,
): Promise<Original[]> {
  const originals: Original[] = []
  for (const photograph of photographs) {
    const { format, autoOrient } = await sharp(pathOf(photograph)).metadata()
    if (autoOrient.width < leastShrink * width) continue
    const name = `${photograph.name}.${format}`
    const path = join(folder, name)
    await copyFile(pathOf(photograph), path)
    originals.push({ name, path, ...autoOrient })
  }
  return originals
}

/** Upright, in sRGB. */
export async function pixelsOf(input: string | Buffer): Promise<Pixels> {
  const { data, info } = await sharp(input)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Compares renditions with an exact resize of their original; servers round sizes differently.
 *
 * @returns a function that throws for a rendition of another ratio.
 */
export async function createComparison(original: Original) {
  const whole = await pixelsOf(original.path)
  const references = new Map<string, Pixels>()
  return async (rendition: Buffer): Promise<number> => {
    const pixels = await pixelsOf(rendition)
    const { width, height } = pixels
    // Some servers do not turn pictures upright.
    if (Math.abs(height - (width * whole.height) / whole.width) > 1.5) {
      throw new Error(`${original.name} has another ratio: ${width} × ${height} pixels`)
    }
    const size = `${width}x${height}`
    const reference = references.get(size) ?? linearReference(whole, width, height)
    references.set(size, reference)
    return ssim(reference, pixels)
  }
}
