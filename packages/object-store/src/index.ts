export {
  createObjectStore,
  type ListedObject,
  type ObjectStore,
  type ObjectStoreOptions,
  type Upload,
} from './object-store.js'
export type { StoredFile } from './upload.js'
