export { createAuditor } from './auditor.js'
export { systemClock } from './clock.js'
export type {
  AnswerSource,
  Authority,
  Bus,
  Clock,
  EntryStore,
  LogCopy,
  LogPage,
  Observer,
  Renewal,
  ReplicaRow,
  Snapshot,
} from './ports.js'
export { createReader, type Reader, type ReaderOptions } from './reader.js'
export { createReplica, type Replica, type ReplicaOptions } from './replica.js'
export { type Acknowledgement, createWriter, type Writer, type WriterOptions } from './writer.js'
