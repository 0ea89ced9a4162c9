import { formatBytes, formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'

/** The service's, by `GET /api/auth/me`. */
export type UploadLimits = { maxBytes: number; maxPixels: number }

/** Bytes that are read from the beginning of a file. Photos have their size behind a preview and a colour profile. */
const headerBytes = 512 * 1024

/** Formats of the box `ftyp` that the service takes: AVIF and HEIC. */
const brands = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'miaf']

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 64))

/** Whether the first bytes belong to a type that the service takes. Names and declared types do not count. */
export function isPicture(header: Uint8Array): boolean {
  const text = textOf(header)
  if (/^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|II[*+]|MM.[*+])/s.test(text)) {
    return true
  }
  if (text.slice(4, 8) !== 'ftyp') return false
  const length = new DataView(header.buffer, header.byteOffset).getUint32(0)
  const named = text.slice(8, Math.min(length, 64)).match(/.{4}/gs) ?? []
  return named.some((brand) => brands.includes(brand))
}

/** Returns the size of one frame; null if the header does not have it: the service finds out. */
async function sizeOf(header: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { imageMeta } = await import('image-meta')
    return imageMeta(header)
  } catch {
    return null
  }
}

/**
 * A sentence for a file that the service would refuse, found without a request; null if it may be sent. The
 * service decodes it, and may still refuse it.
 */
export async function problemOf(file: Blob, limits: UploadLimits): Promise<string | null> {
  const { maxBytes, maxPixels } = limits
  if (file.size === 0) return t('It is empty, or cannot be read.')
  const header = new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  if (!isPicture(header)) {
    return t(
      'This is no picture that can be stored. Save it as JPEG, PNG, WebP, GIF, AVIF, HEIC or TIFF.',
    )
  }
  if (file.size > maxBytes) {
    return t('The file has {size}; at most {most} are taken. Save it smaller.', {
      size: formatBytes(file.size, 1),
      most: formatBytes(maxBytes, 1),
    })
  }
  const size = await sizeOf(header)
  if (size === null || size.width * size.height <= maxPixels) return null
  return t(
    'The picture has {width} × {height} pixels; at most {most} million in all are taken. Scale it down.',
    {
      width: formatCount(size.width),
      height: formatCount(size.height),
      most: formatCount(maxPixels / 1e6),
    },
  )
}
