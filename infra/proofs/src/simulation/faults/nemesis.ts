import type { Random } from '@vitrine/testing/random'
import type { Counts } from '../counts.js'
import { type FaultDeps, type FaultName, faults } from './faults.js'
import type { Profile } from './profiles.js'

type NemesisDeps = FaultDeps &
  Pick<Profile, 'faults' | 'faultEveryMs' | 'faultMs'> & { counts: Counts; untilMs: number }

/** Begins faults of the profile at random and ends them again. All of them end at `untilMs`. */
export function releaseNemesis(deps: NemesisDeps): void {
  const { environment, counts, faultEveryMs, untilMs } = deps
  const { random, scheduler } = environment
  const weights = swarm(random, deps.faults)
  const active = new Set<() => void>()

  const strike = () => {
    const end = faults[pickWeighted(random, weights)](deps)
    if (end !== null) {
      counts.faults += 1
      const heal = () => {
        if (active.delete(heal)) end()
      }
      active.add(heal)
      scheduler.after(random.between(...random.pick(deps.faultMs)), heal)
    }
    scheduleNext()
  }
  const scheduleNext = () => {
    const waitMs = random.waitMs(faultEveryMs)
    if (scheduler.nowMs() + waitMs < untilMs) scheduler.after(waitMs, strike)
  }
  scheduleNext()
  scheduler.after(untilMs, () => {
    environment.trace?.('all faults end')
    environment.calm()
    for (const heal of active) heal()
  })
}

type Weights = [FaultName, number][]

/**
 * Each run has only some of the faults: with all of them, some would suppress the effects of others
 * (Groce et al., Swarm Testing, ISSTA 2012).
 */
function swarm(random: Random, weights: Partial<Record<FaultName, number>>): Weights {
  const all = Object.entries(weights) as Weights
  const some = all.filter(() => random.chance(0.6))
  return some.length > 0 ? some : all
}

function pickWeighted(random: Random, weights: Weights): FaultName {
  let left = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of weights) {
    left -= weight
    if (left < 0) return name
  }
  throw new Error('a profile needs a fault')
}
