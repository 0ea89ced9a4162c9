export { type Lock, type Owner, tryLock } from './lock.js'
export { fileStore, type PrivateFile, privateFile } from './private-file.js'
