import { AppError } from '@vitrine/errors'
import { Piscina } from 'piscina'

export type BcryptPoolOptions = {
  /** Hashes that are computed at once, each on a thread of its own. */
  threads: number
  /** Hashes that may wait for a thread; beyond, 503. */
  maxQueue: number
}

const worker = new URL('./bcrypt-worker.js', import.meta.url)

/** Piscina has no error class of its own for it. */
const fullMessage = 'Task queue is at limit'

/**
 * bcrypt away from the thread that answers requests: one hash takes it a quarter of a second.
 * Threads start when there is work and end after a minute without.
 *
 * @throws AppError OVERLOADED when as many wait as may.
 */
export function createBcryptPool({ threads, maxQueue }: BcryptPoolOptions) {
  const pool = new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue,
    idleTimeout: 60_000,
  })
  const run = async (name: 'hash' | 'compare', task: object) => {
    try {
      return await pool.run(task, { name })
    } catch (cause) {
      if ((cause as Error).message !== fullMessage) throw cause
      throw new AppError('OVERLOADED', 'Too many people log in at the moment. Try again.', {
        retryAfterSeconds: 2,
        cause,
      })
    }
  }
  return {
    hash: (password: string, cost: number): Promise<string> => run('hash', { password, cost }),
    compare: (password: string, hash: string): Promise<boolean> =>
      run('compare', { password, hash }),
    /** Gives up on what waits: nobody is there to be answered any more. */
    close: (): Promise<void> => pool.destroy(),
  }
}

export type BcryptPool = ReturnType<typeof createBcryptPool>
