import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { addCounts, type Counts, noCounts } from './counts.js'
import { type ProfileName, profileNames } from './faults/profiles.js'
import type { Rule } from './planted/bugs.js'
import type { Run } from './simulate.js'
import type { Batch, BatchResult, Failure } from './worker.js'

type SeedRange = {
  firstSeed: number
  seeds: number
  /** If omitted, the seeds take turns with the profiles. */
  profile?: ProfileName | undefined
  without?: readonly Rule[]
  /** Whether to stop after these failures. */
  isEnough: (failures: readonly Failure[]) => boolean
}

type SeedsResult = { done: number; counts: Counts; failures: Failure[] }

const batchSize = 10
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
     * Runs a range of seeds on all threads.
     *
     * @throws what a thread throws: a bug of the simulation itself.
     */
    run: async (range: SeedRange): Promise<SeedsResult> => {
      const { firstSeed, seeds, isEnough } = range
      const result: SeedsResult = { done: 0, counts: noCounts(), failures: [] }
      let next = firstSeed
      const takeBatch = (): Batch | null => {
        const end = Math.min(next + batchSize, firstSeed + seeds)
        if (next >= end || isEnough(result.failures)) return null
        const batch = Array.from({ length: end - next }, (_, index) => runOf(range, next + index))
        next = end
        return batch
      }
      const workOn = async (worker: Worker) => {
        for (let batch = takeBatch(); batch !== null; batch = takeBatch()) {
          const { counts, failures } = await ask(worker, batch)
          result.done += batch.length
          addCounts(result.counts, counts)
          result.failures.push(...failures)
        }
      }
      await Promise.all(workers.map(workOn))
      result.failures.sort((left, right) => left.run.seed - right.run.seed)
      return result
    },
    stop: async (): Promise<void> => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

export type Pool = ReturnType<typeof startPool>

function runOf({ profile, without = [] }: SeedRange, seed: number): Run {
  return { seed, profile: profile ?? profileOf(seed), without }
}

export const profileOf = (seed: number): ProfileName =>
  profileNames[seed % profileNames.length] ?? 'postgres'

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
