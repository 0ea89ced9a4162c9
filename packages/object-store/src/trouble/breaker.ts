import { isOfFileSystem } from './errors.js'
import { NotTriedError, PermissionExpiredError, SilenceError } from './failures.js'
import { isAnswer } from './trouble.js'

type Options = {
  /** Rejects while the store is out of reach. */
  probe: () => Promise<unknown>
  /** From one probe to the next, ms. */
  probeEveryMs?: number
}

/** A connection that the store closed while it lay idle is a failure too: one alone says nothing. */
const failuresInARow = 5

/**
 * Spares callers the wait for a store that is out of reach: after a silence, or several failures in
 * a row, calls fail at once. From then on the store is probed, first at once: when it answers,
 * calls go through again. No caller pays for finding out.
 */
export function createBreaker({ probe, probeEveryMs = 500 }: Options) {
  let failures = 0
  let isOpen = false

  const recover = async (): Promise<void> => {
    try {
      await probe()
    } catch (error) {
      if (!isAnswer(error)) return void setTimeout(recover, probeEveryMs).unref()
    }
    failures = 0
    isOpen = false
  }

  const fail = (error: unknown): void => {
    failures += 1
    if (isOpen || !(error instanceof SilenceError || failures >= failuresInARow)) return
    isOpen = true
    void recover()
  }

  return async <Value>(operation: () => Promise<Value>): Promise<Value> => {
    if (isOpen) throw new NotTriedError()
    try {
      const value = await operation()
      failures = 0
      return value
    } catch (error) {
      if (!wasMade(error)) throw error
      if (isAnswer(error)) failures = 0
      else fail(error)
      throw error
    }
  }
}

/** Whether the store was called at all. */
const wasMade = (error: unknown): boolean =>
  !(error instanceof PermissionExpiredError || isOfFileSystem(error))
