import { AppError } from '@vitrine/contracts/errors'
import { Piscina } from 'piscina'

type ThreadPoolOptions = {
  /** The module that threads run. Each function that it exports does one kind of task. */
  module: URL
  /** Tasks that run at the same time, each on its own thread. */
  threads: number
  /** Tasks that may wait for a thread. Further ones are rejected with 503. */
  maxQueue: number
  /** A thread without work ends after this time, ms, and its memory is released. */
  idleMs: number
  /** The error for a task that finds the queue full. */
  overloaded: { message: string; retryAfterSeconds: number }
}

/** Piscina has no error class for this. */
const fullMessage = 'Task queue is at limit'

/** Runs work that would block the event loop on other threads. Threads start when there is work. */
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
    /** @throws AppError OVERLOADED if the queue is full. */
    run: async <Result>(name: string, task: object): Promise<Result> => {
      try {
        return (await pool.run(task, { name })) as Result
      } catch (cause) {
        if ((cause as Error).message !== fullMessage) throw cause
        const { message, retryAfterSeconds } = overloaded
        throw new AppError('OVERLOADED', message, { retryAfterSeconds, cause })
      }
    },
    /** Drops queued tasks: no client waits for them any more. */
    close: (): Promise<void> => pool.destroy(),
  }
}
