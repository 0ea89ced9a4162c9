import type { StoreAction } from './log.js'

/** Runs a call to the store: behind the breaker, on a live connection, with its outcome recorded. */
export type Guard = <Value>(action: StoreAction, operation: () => Promise<Value>) => Promise<Value>
