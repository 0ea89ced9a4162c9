export { fileStore } from './file-store.js'
export { type Lock, type Owner, tryLock } from './lock.js'
export { type PrivateFile, privateFile } from './private-file.js'
