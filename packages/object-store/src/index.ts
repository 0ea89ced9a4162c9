export {
  createObjectStore,
  type Downloaded,
  type ListedObject,
  type ObjectStore,
  type ObjectStoreOptions,
  type Upload,
} from './object-store.js'
export type { SaveOptions } from './objects/download.js'
export type { Metadata } from './objects/metadata.js'
export { type StoredFile, sha256Of } from './objects/upload.js'
export { isStoreError } from './trouble/errors.js'
export type { Doing } from './trouble/log.js'
export type { Trouble } from './trouble/trouble.js'
