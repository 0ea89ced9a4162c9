export { createObjectStore, type ObjectStore, type ObjectStoreOptions } from './object-store.js'
