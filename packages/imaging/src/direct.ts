/** Decoding in the caller's own process: for image processes, tests, the seed. Loads sharp. */
export { ingest, inspect } from './decode/inspect.js'
export { type MezzanineOptions, makeMezzanines } from './encode/make-mezzanines.js'
export { render } from './encode/render.js'
export { measure } from './memory/measure.js'
