import type { Ingested } from '@vitrine/imaging'
import type { FileColumns } from '../repository.js'
import type { ReceivedFile } from './receive.js'

/** The columns of a file that was decoded: at its upload, and when it replaces another one. */
export function fileColumns(
  { sizeBytes, sha256 }: Pick<ReceivedFile, 'sizeBytes' | 'sha256'>,
  { source, described }: Ingested,
): FileColumns {
  const { contentType, width, height, frameCount, hasAlpha } = source
  const { wideGamut = false, decodeMs = 0 } = source
  return {
    sizeBytes,
    sha256,
    contentType,
    width,
    height,
    frameCount,
    hasAlpha,
    wideGamut,
    decodeMs,
    placeholderColor: described.color,
    placeholderThumbhash: new Uint8Array(Buffer.from(described.thumbhash, 'base64')),
    salientX: described.salientPoint.x,
    salientY: described.salientPoint.y,
  }
}
