import { setTimeout } from 'node:timers/promises'

/** Short beside any work that is waited for, and long beside the work of one read, ms. */
const pauseMs = 5

/**
 * Reads again and again. Resolves with the first value that is not false; the time limit of the
 * test ends a wait that is in vain.
 */
export async function until<T>(read: () => Promise<T | false> | T | false): Promise<T> {
  for (;;) {
    const value = await read()
    if (value !== false) return value
    await setTimeout(pauseMs)
  }
}
