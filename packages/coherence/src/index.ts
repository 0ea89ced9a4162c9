export { createAuditor } from './auditor.js'
export { systemClock } from './clock.js'
export type {
  AnswerSource,
  Bus,
  ChangeLogStore,
  Clock,
  EntryStore,
  LogCopy,
  LogPage,
  Observer,
  ReplicaRow,
  Snapshot,
} from './ports.js'
export { createReader, type Reader } from './reader.js'
export { createReplica, type Replica } from './replica.js'
export { type Acknowledgement, createWriter, type Writer } from './writer.js'
