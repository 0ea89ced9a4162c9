/** Decoding in the caller's own process: for image processes, tests, the seed. Loads sharp. */
export { ingest, inspect } from './inspect.js'
export { type MezzanineOptions, makeMezzanines } from './make-mezzanines.js'
export { measure } from './memory/measure.js'
export { render } from './render.js'
