import { fromRaw, type RawPicture, toRaw } from '../decode/raw-picture.js'
import type { Size } from '../plan/geometry.js'
import { maxPreparedBytes } from '../plan/mark.js'
import type { Plan } from '../plan/plan.js'
import { canResample, resample } from '../resample/resample.js'

/** The stored file of a mark, and the size from which it is resized. */
export type MarkFile = {
  path: string
  plan: Plan
  /** Hex, of the mark's original. */
  sha256: string
}

/** In the memory of an image process, the most recently used last. */
const prepared = new Map<string, RawPicture>()
let preparedBytes = 0

/**
 * The mark in the given size. Decoding takes as long as a small rendition, so decoded marks are kept: the next rendition
 * only resizes one.
 */
export async function preparedMark(
  { plan, sha256 }: MarkFile,
  size: Size,
  decode: () => Promise<RawPicture>,
): Promise<RawPicture> {
  const key = `${sha256} ${plan.key}`
  const picture = prepared.get(key) ?? (await decode())
  keep(key, picture)
  if (picture.width === size.width && picture.height === size.height) return picture
  if (canResample(picture, size)) return resample(picture, size)
  // A small mark on a large picture is enlarged: it would be lost otherwise.
  return toRaw(fromRaw(picture).resize(size.width, size.height, { fit: 'fill' }))
}

function keep(key: string, picture: RawPicture): void {
  if (picture.data.length > maxPreparedBytes / 2) return
  if (!prepared.delete(key)) preparedBytes += picture.data.length
  prepared.set(key, picture)
  for (const [oldest, { data }] of prepared) {
    if (preparedBytes <= maxPreparedBytes) return
    prepared.delete(oldest)
    preparedBytes -= data.length
  }
}
