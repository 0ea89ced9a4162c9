export type { Bus, ChangeLog, EntryStore, Snapshot } from './ports.js'
export { createReader, type Reader, type ReaderOptions } from './reader.js'
export { createWriter, type Writer } from './writer.js'
