export { type Backends, backends } from './backends.js'
export { readEnvExample } from './env-example.js'
export { freshEmail, freshName } from './fresh.js'
export { type MultipartPart, multipartBody } from './multipart.js'
export { svg, textFile, truncated } from './not-pictures.js'
export {
  type AnimationOptions,
  animatedWebp,
  avif,
  cmykJpeg,
  gif,
  type JpegOptions,
  jpeg,
  noisePng,
  type PictureOptions,
  type PngOptions,
  p3Jpeg,
  png,
  type WebpOptions,
  webp,
} from './pictures.js'
export { readCorners, readPixel } from './pixels.js'
export {
  type Corner,
  cornerColours,
  type Orientation,
  type Rgba,
  type Size,
  uprightCorners,
} from './quadrants.js'
