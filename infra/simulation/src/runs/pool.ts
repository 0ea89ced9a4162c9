import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Batch, BatchResult } from './worker.js'

/** The garbage of a run dies with it: a large young generation leaves little to collect. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 }

/** One thread per core. Compiled code makes them faster over time: keep them for many runs. */
export function startPool() {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('./worker.js', import.meta.url), { resourceLimits }),
  )

  return {
    /**
     * Every thread works on one batch after the other until there are no more.
     *
     * @param takeBatch returns the next batch; null if there are no more.
     * @throws what a thread throws: a bug of the simulation itself.
     */
    work: async (
      takeBatch: () => Batch | null,
      onResult: (result: BatchResult, batch: Batch) => void,
    ): Promise<void> => {
      const workOn = async (worker: Worker) => {
        for (let batch = takeBatch(); batch !== null; batch = takeBatch()) {
          onResult(await ask(worker, batch), batch)
        }
      }
      await Promise.all(workers.map(workOn))
    },
    stop: async (): Promise<void> => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

export type Pool = ReturnType<typeof startPool>

function ask(worker: Worker, batch: Batch): Promise<BatchResult> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (result: BatchResult) => {
      worker.off('error', reject)
      resolve(result)
    })
    worker.postMessage(batch)
  })
}
