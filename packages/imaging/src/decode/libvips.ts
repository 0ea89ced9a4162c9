/** sharp with the process-wide settings of libvips. Import it from here, so that none goes without. */
import { createRequire } from 'node:module'

// Required, not imported: to import a CommonJS module, Node 20 compiles a parser for it, which takes
// 0.1 s of CPU time at each start of an image process.
const sharp: typeof import('sharp').default = createRequire(import.meta.url)('sharp')

// Every loader that isn't needed is attack surface: SVG reads files and URLs, TIFF and the like
// parse a lot and are rarely fuzzed. Blocked as a class and allowed by name, so that a loader which
// a later libvips adds stays blocked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((loader) => [
    `VipsForeignLoad${loader}File`,
    `VipsForeignLoad${loader}Buffer`,
  ]),
})

// Operations never repeat with the same input here, so a cache of them only holds memory.
sharp.cache(false)

// One thread per picture: the caller runs as many at once as there are cores, and more threads per
// picture cost throughput and memory.
sharp.concurrency(1)

export { sharp }
