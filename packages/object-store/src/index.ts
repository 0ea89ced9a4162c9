export type { SaveOptions } from './download.js'
export { isStoreError } from './errors.js'
export type { Metadata } from './metadata.js'
export {
  createObjectStore,
  type Downloaded,
  type InMemory,
  type ListedObject,
  type ObjectStore,
  type ObjectStoreOptions,
  type Upload,
} from './object-store.js'
export type { Trouble } from './trouble.js'
export type { Doing } from './trouble-log.js'
export { type StoredFile, sha256Of } from './upload.js'
