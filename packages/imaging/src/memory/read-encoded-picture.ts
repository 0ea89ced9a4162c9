import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { describe } from '../decode/header.js'
import type { EncodedPicture } from './encoded-picture.js'

export async function readEncodedPicture(
  header: Metadata,
  input: Buffer | string,
): Promise<EncodedPicture> {
  const source = describe(header)
  const { channels, depth, isProgressive } = header
  return {
    ...source,
    rowWidth: header.width,
    channels,
    bytesPerSample: depth === 'uchar' ? 1 : 2,
    isProgressive: isProgressive && completesLast.has(source.contentType),
    samplesPerPixel:
      source.contentType === 'image/avif'
        ? avifSamplesPerPixel(await readStart(input))
        : samplesOf(header),
  }
}

const completesLast = new Set(['image/png', 'image/jpeg'])

const samplesOf = ({ chromaSubsampling, channels }: Metadata): number =>
  chromaSubsampling === '4:2:0' ? 1.5 : chromaSubsampling === '4:2:2' ? 2 : channels

/** The metadata of an AVIF comes first, and is small. */
const startBytes = 64 * 1024

async function readStart(input: Buffer | string): Promise<Buffer> {
  if (typeof input !== 'string') return input.subarray(0, startBytes)
  await using file = await open(input)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/**
 * The most of all items, by their configuration (AV1-ISOBMFF, 2.3.3): two bytes behind the name of the
 * box there is one bit each for monochrome and for chroma of half the width and half the height.
 * A file that lies about it meets the hard limit of its process.
 */
function avifSamplesPerPixel(start: Buffer): number {
  let most = 0
  for (let at = start.indexOf('av1C'); at >= 0; at = start.indexOf('av1C', at + 4)) {
    const bits = start[at + 6] ?? 0
    const isMonochrome = (bits & 0x10) !== 0
    const isHalfWidth = (bits & 0x08) !== 0
    const isHalfHeight = (bits & 0x04) !== 0
    const chroma = 2 / ((isHalfWidth ? 2 : 1) * (isHalfHeight ? 2 : 1))
    most = Math.max(most, isMonochrome ? 1 : 1 + chroma)
  }
  return most === 0 ? 3 : most
}
