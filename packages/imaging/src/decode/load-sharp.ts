import { createRequire } from 'node:module'

// `require` instead of `import`: to import a CommonJS module, Node 20 compiles a parser for it, which takes
// 0.1 s of CPU time. `bundle.mjs` replaces this file by sharp itself.
const sharp: typeof import('sharp').default = createRequire(import.meta.url)('sharp')

export default sharp
