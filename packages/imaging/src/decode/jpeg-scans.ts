import { createReadStream } from 'node:fs'
import { AppError } from '@vitrine/contracts/errors'
import { ByteCursor } from './byte-cursor.js'

const FILL = 0xff
const SCAN = 0xda
const END = 0xd9

/** Encoders write about 10. */
const maxScans = 100

/**
 * Every scan of a progressive JPEG covers all of its pixels, and may be a few bytes long: 1,000 scans of 98
 * megapixels, in a file of 380 KB, took 38 s, during which libjpeg cannot be interrupted.
 *
 * @throws AppError IMAGE_TOO_LARGE.
 */
export async function checkJpegScans(path: string): Promise<void> {
  const bytes = new ByteCursor(createReadStream(path))
  try {
    if ((await countScans(bytes)) <= maxScans) return
  } finally {
    await bytes.close()
  }
  throw new AppError(
    'IMAGE_TOO_LARGE',
    `The JPEG is made of more than ${maxScans} scans. Save it with fewer, or as a baseline JPEG.`,
  )
}

/** Stops at the limit. */
async function countScans(bytes: ByteCursor): Promise<number> {
  let scans = 0
  while (scans <= maxScans && (await bytes.skipPast(0xff))) {
    let marker = await bytes.next()
    while (marker === FILL) marker = await bytes.next()
    if (marker === undefined || marker === END) break
    if (isAlone(marker)) continue
    if (marker === SCAN) scans += 1
    await skipSegment(bytes)
  }
  return scans
}

/** Markers without a segment: stuffed data bytes, restarts, start of image. */
const isAlone = (marker: number) =>
  marker === 0 || marker === 1 || (marker & 0xf8) === 0xd0 || marker === 0xd8

/** ITU-T T.81, B.1.1.4: the length counts its own two bytes. */
async function skipSegment(bytes: ByteCursor): Promise<void> {
  const [high = 0, low = 0] = [await bytes.next(), await bytes.next()]
  bytes.skip(Math.max(0, high * 256 + low - 2))
}
