/** sharp with the process-wide settings of libvips. Always import sharp from here. */
import sharp from './load-sharp.js'

// Every unused loader is attack surface: SVG reads files and URLs, others are complex to parse and rarely
// fuzzed. All loaders are blocked and some allowed by name, so that new ones in later versions of libvips
// stay blocked. TIFF is allowed for files that `checkTiff` has accepted.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].flatMap((loader) => [
    `VipsForeignLoad${loader}File`,
    `VipsForeignLoad${loader}Buffer`,
  ]),
})

// No operation is repeated with the same input, so a cache would only hold memory.
sharp.cache(false)

// One thread per image: the caller processes as many images in parallel as there are cores, and more
// threads per image would cost throughput and memory.
sharp.concurrency(1)

export { sharp }
