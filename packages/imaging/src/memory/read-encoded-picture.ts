import type { Metadata } from 'sharp'
import type { Input } from '../decode/file-bytes.js'
import { describe } from '../decode/header.js'
import type { EncodedPicture } from './encoded-picture.js'
import { readHeifBoxes } from './heif-boxes.js'

export async function readEncodedPicture(header: Metadata, input: Input): Promise<EncodedPicture> {
  const source = describe(header)
  const { channels, depth, isProgressive } = header
  return {
    ...source,
    rowWidth: header.width,
    channels,
    bytesPerSample: depth === 'uchar' ? 1 : 2,
    isProgressive: isProgressive && completesLast.has(source.contentType),
    ...(heifTypes.has(source.contentType)
      ? readHeifBoxes(input)
      : { samplesPerPixel: samplesOf(header), isTiled: false }),
  }
}

const heifTypes = new Set(['image/avif', 'image/heic'])
const completesLast = new Set(['image/png', 'image/jpeg'])

const samplesOf = ({ chromaSubsampling, channels }: Metadata): number =>
  chromaSubsampling === '4:2:0' ? 1.5 : chromaSubsampling === '4:2:2' ? 2 : channels
