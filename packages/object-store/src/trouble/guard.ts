import type { Doing } from './log.js'

/** Runs a call to the store: behind the breaker, on a live connection, with its outcome recorded. */
export type Guard = <Value>(doing: Doing, operation: () => Promise<Value>) => Promise<Value>
