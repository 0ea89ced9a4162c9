import { isOfFileSystem } from './errors.js'
import { isAnswer } from './failure.js'
import { NotTriedError, PermissionExpiredError, SilenceError } from './store-errors.js'

type Options = {
  /** Rejects while the store is unreachable. */
  probe: () => Promise<unknown>
  /** Interval between probes, ms. */
  probeEveryMs?: number
}

/** A connection closed by the store while idle is a failure, too, so a single one means nothing. */
const failuresInARow = 5

/**
 * Lets calls fail at once while the store is unreachable: after one timeout or several failures in a row.
 * The store is then probed, the first time immediately, and calls continue once it answers.
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

const wasMade = (error: unknown): boolean =>
  !(error instanceof PermissionExpiredError || isOfFileSystem(error))
