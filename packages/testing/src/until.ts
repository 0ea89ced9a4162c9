import { setImmediate } from 'node:timers/promises'

/**
 * Reads again and again. Resolves with the first value that is not false; the time limit of the
 * test ends a wait that is in vain.
 */
export async function until<T>(read: () => Promise<T | false> | T | false): Promise<T> {
  for (;;) {
    const value = await read()
    if (value !== false) return value
    await setImmediate()
  }
}
