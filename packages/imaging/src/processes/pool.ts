import { AppError } from '@vitrine/errors'
import pLimit from 'p-limit'
import { untilAborted } from './until-aborted.js'
import { createWorker, type Worker, type WorkerOptions } from './worker.js'

export type PoolOptions = WorkerOptions & {
  /** Tasks at once, each with a worker to itself. */
  workers: number
}

/** Tasks beyond the number of workers wait, first come first served. */
export function createPool({ workers: count, ...options }: PoolOptions) {
  const workers = Array.from({ length: count }, () => createWorker(options))
  // The one used last is taken first, so that the processes of the others can end.
  const free = [...workers]
  const limit = pLimit(count)
  let isClosed = false

  const takeTurn = async <T>(task: (worker: Worker) => Promise<T>): Promise<T> => {
    const worker = free.pop()
    if (isClosed || worker === undefined) {
      throw new AppError('OVERLOADED', 'The service is shutting down. Try again.', {
        retryAfterSeconds: 1,
      })
    }
    try {
      return await task(worker)
    } finally {
      free.push(worker)
    }
  }

  return {
    /**
     * When aborted it rejects at once with the signal's reason: a task that waits is dropped, one that
     * has begun goes on and keeps its worker.
     */
    run: async <T>(
      task: (worker: Worker) => Promise<T>,
      signal: AbortSignal | undefined,
    ): Promise<T> => {
      signal?.throwIfAborted()
      const work = limit(async () => {
        signal?.throwIfAborted()
        return takeTurn(task)
      })
      return signal ? untilAborted(work, signal) : work
    },

    /** Tasks that wait are refused, those under way get a few seconds to finish. */
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}
