export { fileStore } from './file-store.js'
export { type PrivateFile, privateFile } from './private-file.js'
