import { createThreadPool } from '@vitrine/http'

type BcryptPoolOptions = {
  /** Number of threads, each of which computes one hash at a time. */
  threads: number
  /** Maximum number of waiting hashes. Beyond it, calls fail with 503. */
  maxQueue: number
}

const overloaded = {
  message: 'Too many people log in at the moment. Try again.',
  retryAfterSeconds: 2,
}

/**
 * Runs bcrypt outside the main thread, since one hash takes a quarter of a second. Threads end after a
 * minute without work.
 *
 * @throws AppError OVERLOADED if the queue is full.
 */
export function createBcryptPool({ threads, maxQueue }: BcryptPoolOptions) {
  const module = new URL(import.meta.resolve('#bcrypt-worker'))
  const pool = createThreadPool({ module, threads, maxQueue, idleMs: 60_000, overloaded })
  return {
    hash: (password: string, cost: number) => pool.run<string>('hash', { password, cost }),
    compare: (password: string, hash: string) => pool.run<boolean>('compare', { password, hash }),
    close: pool.close,
  }
}

export type BcryptPool = ReturnType<typeof createBcryptPool>
