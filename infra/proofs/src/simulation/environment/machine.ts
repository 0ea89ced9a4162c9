import type { Random } from '@vitrine/testing/random'
import { createLink } from './link.js'
import { createMachineClock } from './machine-clock.js'
import { createProcess } from './process.js'
import type { Scheduler } from './scheduler.js'

/** The rates of any two clocks differ by at most a percent: the protocol's assumption. */
const maxRateError = 0.005

type MachineDeps = {
  scheduler: Scheduler
  random: Random
  /** Minimum and maximum latency of a packet that is not late. */
  latencyMs: readonly [number, number]
  slowness: () => number
  isPostgresUp: () => boolean
  isRedisUp: () => boolean
  isCacheUp: () => boolean
}

/**
 * A machine with its clocks and links. Programs start and end on it.
 *
 * @param error of the clocks' rate, from -1 (slowest) to 1 (fastest).
 */
export function createMachine(deps: MachineDeps, name: string, error: number) {
  const { scheduler, random, latencyMs, slowness, isPostgresUp, isRedisUp, isCacheUp } = deps
  const rate = 1 + error * maxRateError
  const clock = createMachineClock(scheduler.nowMs, rate, random.between(0, 1e6))
  const link = { scheduler, random, latencyMs, slowness }
  return {
    name,
    clock,
    links: {
      postgres: createLink({ ...link, isServerUp: isPostgresUp }),
      redis: createLink({ ...link, isServerUp: isRedisUp }),
      /** To the interface that takes purges. */
      cache: createLink({ ...link, isServerUp: isCacheUp }),
    },
    startProcess: () => createProcess({ scheduler, random, machine: clock }),
  }
}

export type Machine = ReturnType<typeof createMachine>
