import { pathToFileURL } from 'node:url'
import { bundleBrowser, gzipBytes } from './bundle.mjs'

/** Prints the sizes of the files that visitors load. The build fails if one exceeds its limit. */
export function checkSizes(scripts) {
  const sizeOf = (...keys) =>
    scripts.reduce((sum, { key, text }) => sum + (keys.includes(key) ? gzipBytes(text) : 0), 0)
  /** Sizes with gzip -9, bytes: actual and permitted. */
  const sizes = {
    // All that a page in the script form loads, in two requests, with up to eight pictures.
    'a page with a carousel': [sizeOf('v1', 'layouts/carousel'), 12_288],
    'a page with any other layout': [
      Math.max(
        ...['grid', 'masonry', 'list-vertical', 'list-horizontal'].map((layout) =>
          sizeOf('v1', `layouts/${layout}`),
        ),
      ),
      11_488,
    ],
    'rotation or thumbnails, each': [
      Math.max(...['rotation', 'thumbnails'].map((part) => sizeOf(`carousel/${part}`))),
      576,
    ],
    'what few carousels need': [sizeOf('carousel/variants'), 1_312],
    'a stack that fades, with the same': [sizeOf('carousel/stack'), 1_920],
    'dragging by a mouse, when one comes near': [sizeOf('scroll/drag'), 1_024],
    'captions and the buttons of long ones': [sizeOf('captions/captions'), 1_376],
    'what requests failed pictures again': [sizeOf('failures/failures'), 1_024],
    'the recorder of events, for keys that record them': [sizeOf('events/events'), 544],
    'headers, filters by tag and random orders, for widgets that have one': [
      sizeOf('arrangement/arrangement'),
      2_560,
    ],
    'the lightbox, on intent': [sizeOf('lightbox/lightbox'), 6_144],
    'addresses of pictures, for widgets that have them': [sizeOf('lightbox/deep-link'), 384],
  }
  for (const [what, [bytes, limit]] of Object.entries(sizes)) {
    process.stdout.write(`${what}: ${bytes} of ${limit} bytes gzipped\n`)
    if (bytes <= limit) continue
    process.stderr.write(`${what}: ${bytes} bytes gzipped are above the limit of ${limit}\n`)
    process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) checkSizes(await bundleBrowser())
