import { fitsLinear, isSmallEnough, maxResampledPixels } from '../decode/working-space.js'
import type { Size } from '../plan/geometry.js'
import { maxPreparedBytes } from '../plan/mark.js'
import { mezzanineSizes } from '../plan/mezzanine.js'
import type { Plan } from '../plan/plan.js'
import type { WebImageType } from '../plan/source.js'
import type { EncodedPicture } from './encoded-picture.js'

/*
 * Bytes, measured as the peak of an image process less what it takes idle, sharp 0.35.5, flat and noisy
 * pictures. An estimate is at most a tenth too low, and seldom more than twice too high.
 */

/** For every image: the stacks of threads, buffers of files. */
const fixedBytes = 16 * 1024 * 1024

/** HEIC: the program of its decoder, its first memory, and the thread. */
const decoderBytes = 48 * 1024 * 1024

/** Per pixel of a frame: the peak while decoding, and the rest until the result is done. */
type Decoding = { peak: number; held: number }

/** libaom: 176 bytes for each 4 × 4 pixels (`MB_MODE_INFO`), and its rows in progress, most of them in noise. */
const av1BlockInfo = 13.7

function decoding(picture: EncodedPicture, isLinear: boolean): Decoding {
  const { contentType, channels, bytesPerSample, samplesPerPixel, isProgressive } = picture
  const same = (bytes: number): Decoding => ({ peak: bytes, held: bytes })
  switch (contentType) {
    // Coefficients of 2 bytes, which are complete after the last scan.
    case 'image/jpeg':
      return same(isProgressive ? 2 * samplesPerPixel : 0)
    case 'image/png':
      return same(isProgressive ? channels * bytesPerSample : 0)
    // The canvas and its indexes, and for an animation the previous canvas.
    case 'image/gif':
      return same(picture.frameCount > 1 ? 9 : 5)
    case 'image/webp':
      return same(picture.frameCount > 1 ? 12 : isLinear ? 8 : 4.2)
    // The frame of libaom, a copy of it in libheif, then interleaved pixels.
    case 'image/avif':
      return {
        peak: av1BlockInfo + (2.2 * samplesPerPixel + (picture.hasAlpha ? 1 : 0)) * bytesPerSample,
        held: channels * bytesPerSample,
      }
    // The frames of libde265 and of libheif, then interleaved pixels; the memory grows in steps of a fifth.
    case 'image/heic': {
      const samples = samplesPerPixel + (picture.hasAlpha ? 1 : 0)
      const frames = 1 + picture.tileShare
      return { peak: 1.25 * (frames * samples * bytesPerSample + channels), held: 0 }
    }
    // A strip may be the whole picture.
    case 'image/tiff':
      return same(channels * bytesPerSample)
  }
}

/** Per pixel of width and channel: rows that are being shrunk, as floats where light is mixed. */
const stripBytes = { linear: 5.5 * 1024, encoded: 1.1 * 1024 }
/** Per pixel and channel, where the picture has fewer rows than that. */
const rowBytes = { linear: 16, encoded: 4 }

function strips(
  { width, height, rowWidth, channels, bytesPerSample }: EncodedPicture,
  isLinear: boolean,
) {
  const kind = isLinear ? 'linear' : 'encoded'
  const rows = Math.ceil((width * height) / rowWidth)
  const deeper = bytesPerSample - 1
  const perColumn = Math.min(stripBytes[kind] + 512 * deeper, rows * (rowBytes[kind] + 2 * deeper))
  return rowWidth * coloured(channels) * perColumn
}

/** Shrunk in strips, or decoded as a whole to 8 bits per sample and then resampled: what takes more. */
function work(picture: EncodedPicture, isLinear: boolean): number {
  const inStrips = strips(picture, isLinear)
  if (!isLinear || pixels(picture) > maxResampledPixels) return inStrips
  const whole = pixels(picture) * coloured(picture.channels)
  return Math.max(inStrips, whole + strips(picture, false))
}

/** Grey pictures are processed in colour. */
const coloured = (channels: number): number => Math.max(3, channels)

const pixels = ({ width, height }: Size): number => width * height

function estimate(frame: EncodedPicture, { peak, held }: Decoding, rest: number): number {
  const fixed = fixedBytes + (frame.contentType === 'image/heic' ? decoderBytes : 0)
  return Math.round(fixed + Math.max(pixels(frame) * peak, pixels(frame) * held + rest))
}

/** Pixels as they are, and what their encoders take while all copies are written at once. */
const mezzanineBytes = 4

const storesLinear = (picture: EncodedPicture): boolean => {
  const stored = { width: picture.rowWidth, height: pixels(picture) / picture.rowWidth }
  return fitsLinear(stored, picture.contentType === 'image/webp')
}

export function ingestBytes(picture: EncodedPicture): number {
  const [largest] = mezzanineSizes(picture).filter(({ name }) => name !== 'full')
  const isLinear = largest !== undefined && storesLinear(picture)
  const copies = largest ? pixels(largest) * coloured(picture.channels) * mezzanineBytes : 0
  // A picture that is decoded as a whole to 8 bits is not decoded to linear light.
  const isLarge = pixels(picture) > maxResampledPixels
  const decoded = decoding(picture, isLinear && isLarge)
  return estimate(picture, decoded, work(picture, isLinear) + copies)
}

/** Per pixel of the result: opaque, and with alpha. */
const encoding: Record<WebImageType, { opaque: number; alpha: number }> = {
  'image/jpeg': { opaque: 9, alpha: 9 },
  'image/png': { opaque: 6, alpha: 8 },
  'image/webp': { opaque: 8, alpha: 15 },
  'image/gif': { opaque: 9, alpha: 9 },
  'image/avif': { opaque: 23.5, alpha: 31 },
}

/** Per pixel of all frames of an animation: they are encoded together. */
const animationBytes: Partial<Record<WebImageType, number>> = {
  'image/webp': 4.5,
  'image/gif': 1.5,
}

/** Originals with 16 bits per sample are encoded from 16 bits. */
const deepResult = 1.4

/** The pixels that the mark is drawn on, the mark as it is and resized, and those that are kept. */
function markBytes(plan: Plan): number {
  const mark = plan.steps.find((step) => step.op === 'mark')
  return mark ? maxPreparedBytes + 4 * (pixels(plan) + 2 * pixels(mark)) : 0
}

export function renderBytes(picture: EncodedPicture, plan: Plan): number {
  const isAnimated = plan.steps.some((step) => step.op === 'encode' && step.animated)
  const isLinear = !isAnimated && isSmallEnough(picture)
  const perPixel = encoding[plan.contentType][picture.channels % 2 === 0 ? 'alpha' : 'opaque']
  const frames = isAnimated ? picture.frameCount * (animationBytes[plan.contentType] ?? 0) : 0
  const depth = picture.bytesPerSample > 1 ? deepResult : 1
  const result = pixels(plan) * (perPixel * depth + frames) + markBytes(plan)
  const decoded = decoding(isAnimated ? picture : { ...picture, frameCount: 1 }, isLinear)
  return estimate(picture, decoded, work(picture, isLinear) + result)
}
