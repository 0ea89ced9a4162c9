import sharp, { type Sharp } from 'sharp'
import {
  type Orientation,
  paintQuadrants,
  type Rgba,
  type Size,
  shiftedCorners,
  storedCorners,
} from './quadrants.js'
import { createRandom } from './random.js'

/** Size in pixels as displayed; 64 × 48 by default. */
export type PictureOptions = Partial<Size>

export type JpegOptions = PictureOptions & {
  /** The displayed picture is the same for every orientation. */
  orientation?: Orientation
  /** 1–100, default 90. */
  quality?: number
  /** Adds a camera's EXIF block with a GPS position. */
  gps?: boolean
  progressive?: boolean
}

export type PngOptions = PictureOptions & {
  /** Makes the bottom right quadrant fully transparent. */
  alpha?: boolean
  bitDepth?: 8 | 16
}

export type WebpOptions = PictureOptions & { alpha?: boolean }

export type AnimationOptions = PictureOptions & {
  /** Number of frames, default 3. From frame to frame the four colours move by one quadrant. */
  frames?: number
  /** One per frame, ms, multiples of 10 in a GIF; 100, 200, 300 … by default. */
  delays?: number[]
  /** 0, the default, repeats for ever. */
  loop?: number
}

export function jpeg(options: JpegOptions = {}): Promise<Buffer> {
  const { orientation = 1, quality = 90, gps = false, progressive = false } = options
  const picture = still(storedSize(sizeOf(options), orientation), storedCorners(orientation))
  if (gps) picture.withExif({ IFD2: cameraTags, IFD3: gpsTags })
  if (orientation !== 1) picture.withMetadata({ orientation })
  return picture.jpeg({ quality, progressive }).toBuffer()
}

/** A grey JPEG with a red square, whose side is an eighth of the width; `left` and `top` in pixels. */
export function jpegWithSquare({
  width,
  height,
  left,
  top,
}: Size & { left: number; top: number }): Promise<Buffer> {
  const side = Math.round(width / 8)
  const filled = (size: Size, background: string) =>
    sharp({ create: { ...size, channels: 3, background } })
  const square = filled({ width: side, height: side }, '#c02020').png()
  return square
    .toBuffer()
    .then((input) =>
      filled({ width, height }, '#9aa0a6').composite([{ input, left, top }]).jpeg().toBuffer(),
    )
}

export function png(options: PngOptions = {}): Promise<Buffer> {
  const { alpha = false, bitDepth = 8 } = options
  const picture = still(sizeOf(options), corners(alpha), alpha)
  if (bitDepth === 16) picture.toColourspace('rgb16')
  return picture.png().toBuffer()
}

/** All black, as no other picture is: a watermark that is easily found. */
export function blackPng(options: PictureOptions = {}): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 1 }
  return sharp({ create: { ...sizeOf(options), channels: 4, background } })
    .png()
    .toBuffer()
}

export function webp(options: WebpOptions = {}): Promise<Buffer> {
  const { alpha = false } = options
  return still(sizeOf(options), corners(alpha), alpha).webp({ quality: 90 }).toBuffer()
}

export function avif(options: PictureOptions = {}): Promise<Buffer> {
  return still(sizeOf(options), corners(false)).avif({ quality: 80, effort: 0 }).toBuffer()
}

export function tiff(options: PictureOptions = {}): Promise<Buffer> {
  return still(sizeOf(options), corners(false)).tiff({ compression: 'lzw' }).toBuffer()
}

export function gif(options: AnimationOptions = {}): Promise<Buffer> {
  const { frames, delay, loop } = timing(options)
  return animation(sizeOf(options), frames).gif({ delay, loop }).toBuffer()
}

export function animatedWebp(options: AnimationOptions = {}): Promise<Buffer> {
  const { frames, delay, loop } = timing(options)
  return animation(sizeOf(options), frames).webp({ quality: 90, delay, loop }).toBuffer()
}

export function cmykJpeg(): Promise<Buffer> {
  const picture = still(sizeOf({}), corners(false))
  return picture.toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
}

/** Display P3: a reader that ignores the profile sees paler colours. */
export function p3Jpeg(): Promise<Buffer> {
  return still(sizeOf({}), corners(false)).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()
}

/** PNG of seeded noise, about 3 bytes per pixel: for tests of byte limits. */
export function noisePng(options: PictureOptions = {}): Promise<Buffer> {
  const { width, height } = sizeOf(options)
  const pixels = Buffer.alloc(width * height * 3)
  const random = createRandom(1)
  for (let index = 0; index < pixels.length; index++) pixels[index] = random.int(0, 255)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

function still(size: Size, colours: readonly Rgba[], alpha = false): Sharp {
  const picture = sharp(paintQuadrants(size, colours), { raw: { ...size, channels: 4 } })
  return alpha ? picture : picture.removeAlpha()
}

function animation({ width, height }: Size, frames: number): Sharp {
  const pixels = Array.from({ length: frames }, (_, frame) =>
    paintQuadrants({ width, height }, shiftedCorners(frame)),
  )
  const raw = { width, height: height * frames, pageHeight: height, channels: 4 as const }
  return sharp(Buffer.concat(pixels), { raw })
}

function timing({ frames = 3, delays, loop = 0 }: AnimationOptions) {
  const delay = delays ?? Array.from({ length: frames }, (_, frame) => (frame + 1) * 100)
  if (delay.length !== frames) {
    throw new Error(`delays must hold one value per frame: ${frames}, not ${delay.length}`)
  }
  return { frames, delay, loop }
}

function corners(alpha: boolean): Rgba[] {
  const colours = storedCorners(1)
  const last = colours[3]
  if (alpha && last) last[3] = 0
  return colours
}

function sizeOf({ width = 64, height = 48 }: PictureOptions): Size {
  return { width, height }
}

function storedSize({ width, height }: Size, orientation: Orientation): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

const cameraTags = { DateTimeOriginal: '2026:01:02 03:04:05' }

const gpsTags = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '48/1 51/1 30/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '2/1 17/1 40/1',
}
