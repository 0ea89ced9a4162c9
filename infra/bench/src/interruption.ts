import { setTimeout as sleep } from 'node:timers/promises'

let interrupted: Promise<never> | undefined

/**
 * Rejects when this process receives a termination signal, so that started processes are stopped in
 * order.
 */
export function untilInterrupted(): Promise<never> {
  interrupted ??= new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)))
    }
  })
  return interrupted
}

/** Waits. Rejects when the benchmark is stopped, which ends the loop of the caller. */
export const pause = (ms: number): Promise<void> => Promise.race([sleep(ms), untilInterrupted()])
