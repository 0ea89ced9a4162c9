import { setTimeout } from 'node:timers/promises'

/** Pauses between reads, ms: short at first, so that short work is seen at once, and then cheap. */
const pauses = { first: 5, last: 20 }

/**
 * Reads again and again. Resolves with the first value that is not false; the time limit of the
 * test ends a wait that is in vain.
 */
export async function until<T>(read: () => Promise<T | false> | T | false): Promise<T> {
  for (let pauseMs = pauses.first; ; pauseMs = Math.min(2 * pauseMs, pauses.last)) {
    const value = await read()
    if (value !== false) return value
    await setTimeout(pauseMs)
  }
}
