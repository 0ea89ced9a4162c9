import './uncaught-errors.js'

export {
  type Backends,
  backendSettings,
  backends,
  databaseUrlOf,
  objectSecret,
  type ServiceName,
} from './backends.js'
export { type HeicName, heic } from './heic.js'
export { cpuSeconds, ended, holdImages, imageChildren, kill, readProc } from './image-children.js'
export { type MultipartPart, multipartBody } from './multipart.js'
export { svg, textFile, truncated } from './not-pictures.js'
export {
  type DescribedCall,
  describedCalls,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from './openapi/document.js'
export { exampleProblems, isOpenApi } from './openapi/example-problems.js'
export { type Answer, createResponseCheck, type ResponseCheck } from './openapi/response-check.js'
export { validateResponses } from './openapi/validate-responses.js'
export {
  type AnimationOptions,
  animatedWebp,
  avif,
  blackPng,
  cmykJpeg,
  gif,
  type JpegOptions,
  jpeg,
  jpegWithSquare,
  noisePng,
  type PictureOptions,
  type PngOptions,
  p3Jpeg,
  png,
  tiff,
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
export { freshEmail, freshName } from './random.js'
export { readEnvExample, settingsDocument, storedDocument } from './settings-document.js'
export { createCpuMeter } from './thread-cpu.js'
export { watchTree } from './tree-memory.js'
export { until, untilReady } from './until.js'
