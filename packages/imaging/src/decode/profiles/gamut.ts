import type { Metadata } from 'sharp'
import type { ImageLimits, SourceImage } from '../../plan/source.js'
import { openImage } from '../open-image.js'
import { hasWiderPrimaries } from './primaries.js'

/** The longer side of the decoded sample, pixels. JPEG is shrunk to it while it is decoded. */
const sampleSide = 512
/** The share of pixels outside sRGB from which a picture counts as wide: a smaller one is noise or invisible. */
const minShare = 0.001
/** The least visible difference in Display P3, of 255. */
const minDifference = 4

/**
 * Whether the picture has colours that sRGB does not have. Only pictures with a wider profile are decoded for
 * it; of the others the profile alone is read.
 */
export async function exceedsSrgb(
  input: Buffer | string,
  header: Metadata,
  { frameCount }: SourceImage,
  limits: ImageLimits,
): Promise<boolean> {
  if (frameCount > 1 || header.icc === undefined || !hasWiderPrimaries(header.icc)) return false
  const { data, info } = await openImage(input, { animated: false, limits })
    .pipelineColourspace('rgb16')
    .resize(sampleSide, sampleSide, { fit: 'inside', withoutEnlargement: true })
    .withIccProfile('p3', { attach: false })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let outside = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if (differs(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) outside += 1
  }
  return outside * info.channels > minShare * data.length
}

/** IEC 61966-2-1, which is also the curve of Display P3. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
})

const encoded = (value: number): number =>
  255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** Whether the colour in Display P3 becomes another one when it is clipped to sRGB. */
function differs(red: number, green: number, blue: number): boolean {
  const [r = 0, g = 0, b = 0] = [linear[red], linear[green], linear[blue]]
  const inSrgb = {
    r: 1.2249402 * r - 0.2249402 * g,
    g: -0.0420569 * r + 1.0420569 * g,
    b: -0.0196376 * r - 0.0786361 * g + 1.0982736 * b,
  }
  const clipped = { r: clip(inSrgb.r), g: clip(inSrgb.g), b: clip(inSrgb.b) }
  if (clipped.r === inSrgb.r && clipped.g === inSrgb.g && clipped.b === inSrgb.b) return false
  const shown = [
    0.8224621 * clipped.r + 0.177538 * clipped.g,
    0.0331941 * clipped.r + 0.9668058 * clipped.g,
    0.0170827 * clipped.r + 0.0723974 * clipped.g + 0.9105199 * clipped.b,
  ]
  const wanted = [red, green, blue]
  return shown.some((value, i) => Math.abs(encoded(value) - (wanted[i] ?? 0)) >= minDifference)
}
