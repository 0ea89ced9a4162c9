import { setImmediate } from 'node:timers/promises'

/** Resolves with the first value that isn't false. The suite's own time limit ends a vain wait. */
export async function until<T>(read: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const value = await read()
    if (value !== false) return value
    await setImmediate()
  }
}
