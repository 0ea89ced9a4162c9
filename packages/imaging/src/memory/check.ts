import { AppError } from '@vitrine/contracts/errors'
import { isOutOfMemory } from '../decode/out-of-memory.js'
import type { EncodedPicture } from './encoded-picture.js'

/**
 * Call it before anything is decoded.
 *
 * @throws AppError IMAGE_TOO_LARGE, whose message says what would be accepted.
 */
export function checkMemory(picture: EncodedPicture, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return
  const { width, height } = picture
  throw new AppError(
    'IMAGE_TOO_LARGE',
    `The picture has ${width} × ${height} pixels ${formOf(picture)}, which takes ${megabytes(bytes)} MB of memory to process; at most ${megabytes(maxBytes)} MB are allowed. ${adviceFor(picture)}`,
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

const names = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'image/tiff': 'TIFF',
}

function formOf({ contentType, isProgressive, bytesPerSample, frameCount }: EncodedPicture) {
  const name = names[contentType]
  const bits = bytesPerSample > 1 ? ' with more than 8 bits per channel' : ''
  if (frameCount > 1) return `and ${frameCount} frames in an animated ${name}`
  if (!isProgressive) return `in ${contentType === 'image/avif' ? 'an' : 'a'} ${name}${bits}`
  return contentType === 'image/png' ? `in an interlaced PNG${bits}` : 'in a progressive JPEG'
}

function adviceFor({ contentType, isProgressive, bytesPerSample }: EncodedPicture): string {
  if (isProgressive && contentType === 'image/png') return 'Save it without interlacing.'
  if (isProgressive) return 'Save it as a baseline JPEG.'
  if (bytesPerSample > 1) return 'Save it with 8 bits per channel or with fewer pixels.'
  return 'Save it with fewer pixels.'
}

/** More than the longest message that says that memory was refused, characters. */
const overlapLength = 400

/**
 * Watches what a process writes for a message that memory was refused, wherever chunks split it and
 * however much follows: each thread of V8 that is refused memory adds a stack trace of its own.
 */
export function watchOutput() {
  let end = ''
  let isRefused = false
  return {
    read: (chunk: Buffer): void => {
      const text = end + chunk.toString('latin1')
      isRefused ||= isOutOfMemory(text)
      end = text.slice(-overlapLength)
    },
    saysOutOfMemory: (): boolean => isRefused,
    /** Ignores the output so far. */
    forget: (): void => {
      end = ''
      isRefused = false
    },
  }
}
