/** Decoding in the caller's own process: for image processes, tests, the seed. Loads sharp. */

export { displayP3, withProfile } from './decode/profiles/attach.js'
export { describeStored, ingest, inspect } from './ingest.js'
export { measure } from './memory/measure.js'
export { render } from './render.js'
