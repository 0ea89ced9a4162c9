import type { Rule } from '@vitrine/proofs'
import { addCounts, type Counts, noCounts } from '../counts.js'
import { type ProfileName, profileNames } from '../faults/profiles.js'
import type { Run } from '../simulate.js'
import type { Pool } from './pool.js'
import type { Batch, Failure } from './worker.js'

type SeedRange = {
  firstSeed: number
  seeds: number
  /** If omitted, the seeds take turns with the profiles. */
  profile?: ProfileName
  without?: readonly Rule[]
  /** Whether to stop after these failures. */
  isEnough: (failures: readonly Failure[]) => boolean
  onProgress?: (done: number) => void
}

type SeedsResult = { done: number; counts: Counts; failures: Failure[] }

const batchSize = 10

/** Runs a range of seeds on all threads of the pool. */
export async function runSeeds(pool: Pool, range: SeedRange): Promise<SeedsResult> {
  const { firstSeed, seeds, isEnough, onProgress } = range
  const result: SeedsResult = { done: 0, counts: noCounts(), failures: [] }
  let next = firstSeed

  const takeBatch = (): Batch | null => {
    const end = Math.min(next + batchSize, firstSeed + seeds)
    if (next >= end || isEnough(result.failures)) return null
    const batch = Array.from({ length: end - next }, (_, index) => runOf(range, next + index))
    next = end
    return batch
  }
  await pool.work(takeBatch, ({ counts, failures }, batch) => {
    result.done += batch.length
    addCounts(result.counts, counts)
    result.failures.push(...failures)
    onProgress?.(result.done)
  })
  result.failures.sort((left, right) => left.run.seed - right.run.seed)
  return result
}

function runOf({ profile, without = [] }: SeedRange, seed: number): Run {
  return { seed, profile: profile ?? profileOf(seed), without }
}

export const profileOf = (seed: number): ProfileName =>
  profileNames[seed % profileNames.length] ?? 'postgres'
