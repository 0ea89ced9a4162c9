import { setTimeout as wait } from 'node:timers/promises'

/** How long a start waits for the store, and the time between attempts, ms. */
const withinMs = 2000
const againMs = 2000

/**
 * Stores what a program brings, such as the files of its build, when it starts. An attempt that fails is repeated until one
 * succeeds or the program stops.
 *
 * @param warn is called with the error of the first attempt.
 */
export function createStoring(store: () => Promise<void>, warn: (error: unknown) => void) {
  const stopped = new AbortController()
  /** Ends early when the program stops. */
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)

  const untilStored = async (): Promise<void> => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      try {
        return await store()
      } catch (error) {
        if (attempt === 1) warn(error)
        await pause(againMs)
      }
    }
  }

  return {
    /** Resolves when everything is stored. After 2 s it resolves anyway and continues in the background. */
    start: async (): Promise<void> => {
      await Promise.race([untilStored(), pause(withinMs)])
    },
    stop: (): void => stopped.abort(),
  }
}
