import { gzipBytes } from './bundle.mjs'

/** Prints the sizes of the files that visitors load. The build fails if one exceeds its limit. */
export function checkSizes(scripts) {
  const sizeOf = (...keys) =>
    scripts.reduce((sum, { key, text }) => sum + (keys.includes(key) ? gzipBytes(text) : 0), 0)
  /** Sizes with gzip -9, bytes: actual and permitted. */
  const sizes = {
    'a page with a carousel': [sizeOf('v1', 'layouts/carousel'), 10_624],
    'a page with any other layout': [
      Math.max(
        ...['grid', 'masonry', 'list-vertical', 'list-horizontal'].map((layout) =>
          sizeOf('v1', `layouts/${layout}`),
        ),
      ),
      9_216,
    ],
    'the same with rotation, fading or thumbnails, each': [
      Math.max(...['rotation', 'stack', 'thumbnails'].map((part) => sizeOf(`carousel/${part}`))),
      544,
    ],
    'blurred pictures until they have loaded': [sizeOf('placeholders/paint'), 1_536],
    'what requests failed pictures again': [sizeOf('failures/failures'), 768],
    'the recorder of events, for keys that record them': [sizeOf('events/events'), 512],
    'the lightbox, on intent': [sizeOf('lightbox/lightbox'), 5_120],
  }
  for (const [what, [bytes, limit]] of Object.entries(sizes)) {
    process.stdout.write(`${what}: ${bytes} of ${limit} bytes gzipped\n`)
    if (bytes <= limit) continue
    process.stderr.write(`${what}: ${bytes} bytes gzipped are above the limit of ${limit}\n`)
    process.exitCode = 1
  }
}
