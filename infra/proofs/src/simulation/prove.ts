import { type Options, oneOf } from '../options.js'
import { type Context, type Result, sumOf } from '../proof.js'
import { countNames } from './counts.js'
import { describe } from './describe.js'
import { profileNames } from './faults/profiles.js'
import { type Rule, rules } from './planted/bugs.js'
import { findPlanted } from './planted/search.js'
import { type Pool, profileOf, startPool } from './run-seeds.js'
import { isClean, type Run, simulate } from './simulate.js'

const maxFailures = 5

/** Runs seeds, in which nothing may be stale, and searches every planted bug, which must be found. */
export async function proveSimulation(options: Options, context: Context): Promise<Result> {
  const without = options.without.map((name) => oneOf('--without', name, rules))
  const profile = options.profile && oneOf('--profile', options.profile, profileNames)
  const { seed, isTraced } = options
  if (isTraced) return trace({ seed, profile: profile || profileOf(seed), without }, context)
  const pool = startPool()
  try {
    const range = { firstSeed: seed, seeds: options.seeds, profile: profile || undefined, without }
    const clean = await runClean(pool, range, context)
    if (options.isNarrowed) return clean
    const planted = await findPlanted(pool, context)
    return sumOf([clean, planted])
  } finally {
    await pool.stop()
  }
}

/** Prints every event of one run. */
async function trace(run: Run, { log }: Context): Promise<Result> {
  const outcome = await simulate({ ...run, trace: log })
  return isClean(outcome)
    ? { passed: 1, failures: [] }
    : { passed: 0, failures: [describe(run, outcome)] }
}

type Range = Omit<Parameters<Pool['run']>[0], 'isEnough'> & { without: readonly Rule[] }

/** All clean runs together count as one test. */
async function runClean(pool: Pool, range: Range, { log, signal }: Context): Promise<Result> {
  const { firstSeed, seeds } = range
  log(`  ${seeds} seeds from ${firstSeed}`)
  const isEnough = (failed: readonly unknown[]) => signal.aborted || failed.length >= maxFailures
  const { done, counts, failures } = await pool.run({ ...range, isEnough })
  log(`  ${done} seeds: ${countNames.map((name) => `${counts[name]} ${name}`).join(', ')}`)
  return {
    passed: failures.length === 0 ? 1 : 0,
    failures: failures.map(({ description }) => description),
  }
}
