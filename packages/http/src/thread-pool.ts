import { AppError } from '@vitrine/errors'
import { Piscina } from 'piscina'

export type ThreadPoolOptions = {
  /** The module that threads run: each function that it exports does one kind of task. */
  module: URL
  /** Tasks that are done at once, each on a thread of its own. */
  threads: number
  /** Tasks that may wait for a thread; beyond, 503. */
  maxQueue: number
  /** A thread without work ends after so long, ms, and gives its memory back. */
  idleMs: number
  /** The error for a task that finds the queue full. */
  overloaded: { message: string; retryAfterSeconds: number }
}

/** Piscina has no error class of its own for it. */
const fullMessage = 'Task queue is at limit'

/**
 * Work away from the thread that answers requests, which it would hold up. Threads start when there
 * is work.
 */
export function createThreadPool(options: ThreadPoolOptions) {
  const { module, threads, maxQueue, idleMs, overloaded } = options
  const pool = new Piscina({
    filename: module.href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue,
    idleTimeout: idleMs,
  })
  return {
    /** @throws AppError OVERLOADED when as many wait as may. */
    run: async <Result>(name: string, task: object): Promise<Result> => {
      try {
        return (await pool.run(task, { name })) as Result
      } catch (cause) {
        if ((cause as Error).message !== fullMessage) throw cause
        const { message, retryAfterSeconds } = overloaded
        throw new AppError('OVERLOADED', message, { retryAfterSeconds, cause })
      }
    },
    /** Gives up on what waits: nobody is there to be answered any more. */
    close: (): Promise<void> => pool.destroy(),
  }
}

export type ThreadPool = ReturnType<typeof createThreadPool>
