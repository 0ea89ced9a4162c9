export { isStoreError } from './errors.js'
export {
  createObjectStore,
  type ListedObject,
  type ObjectStore,
  type ObjectStoreOptions,
  type Upload,
} from './object-store.js'
export type { Trouble } from './trouble.js'
export type { Doing } from './trouble-log.js'
export type { StoredFile } from './upload.js'
