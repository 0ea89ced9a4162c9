/** Decoding in the caller's own process: for image processes, tests, the seed. Loads sharp. */
export { describeStored, ingest, inspect } from './decode/inspect.js'
export { displayP3, withProfile } from './decode/profiles/attach.js'
export { makeMezzanines } from './encode/make-mezzanines.js'
export { render } from './encode/render.js'
export { measure } from './memory/measure.js'
