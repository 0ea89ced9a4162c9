export { createAuditor } from './auditor.js'
export { systemClock } from './clock.js'
export type { EdgeAnswer, EdgeAnswers } from './edge-answers.js'
export type {
  AnswerSource,
  Bus,
  ChangeLogStore,
  Clock,
  EdgeCache,
  EntryStore,
  LogCopy,
  LogPage,
  Observer,
  PurgePosition,
  ReplicaRow,
  Snapshot,
} from './ports.js'
export { createPurger, type Purger } from './purger.js'
export { createReader, type Reader } from './reader.js'
export { createReplica, type Replica } from './replica.js'
export { longestRestMs } from './rest.js'
export { type Acknowledgement, createWriter, type Writer } from './writer.js'
