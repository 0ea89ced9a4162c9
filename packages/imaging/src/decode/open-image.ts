import type { Sharp } from 'sharp'
import type { ImageLimits } from '../plan/source.js'
import { sharp } from './libvips.js'

/** A lazy decoder for the bytes or the file at the path; nothing is read yet. */
export function openImage(
  input: Buffer | string,
  { animated, limits }: { animated: boolean; limits: ImageLimits | undefined },
): Sharp {
  return sharp(input, {
    animated,
    // Truncated and undecodable data fail. `warning` would also reject photos of real cameras for stray
    // bytes between markers, which every browser accepts.
    failOn: 'error',
    limitInputPixels: limits?.maxPixels ?? true,
    sequentialRead: true,
  })
}
