/* Fails if the files visitors load exceed their size limits. */
import { bundleBrowser, gzipBytes, isLoaded } from './bundle.mjs'

const scripts = await bundleBrowser()
const sizeOf = (...keys) =>
  scripts.reduce((sum, { key, text }) => sum + (keys.includes(key) ? gzipBytes(text) : 0), 0)
const layouts = scripts.filter(
  ({ key }) => isLoaded(key) && !/^(labels|lightbox|events)\//.test(key),
)

/** Sizes with gzip -9, bytes: actual and permitted. */
const sizes = {
  'all six layouts as one file': [gzipBytes(layouts.map(({ text }) => text).join('')), 10_800],
  'a page with a carousel': [sizeOf('v1', 'layouts/carousel'), 10_240],
  'the recorder of events, for keys that record them': [sizeOf('events/events'), 512],
  'the lightbox, on intent': [sizeOf('lightbox/lightbox'), 5_120],
}
for (const [what, [bytes, limit]] of Object.entries(sizes)) {
  process.stdout.write(`${what}: ${bytes} of ${limit} bytes gzipped\n`)
  if (bytes <= limit) continue
  process.stderr.write(`${what}: ${bytes} bytes gzipped are above the limit of ${limit}\n`)
  process.exitCode = 1
}
