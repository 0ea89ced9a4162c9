import type { Random } from '@vitrine/testing/random'
import { createLink } from './link.js'
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
}

/**
 * A machine with its clocks and links. Programs start and end on it.
 *
 * @param error of the clocks' rate, from -1 (slowest) to 1 (fastest).
 */
export function createMachine(deps: MachineDeps, name: string, error: number) {
  const { scheduler, random, latencyMs, slowness, isPostgresUp, isRedisUp } = deps
  const rate = 1 + error * maxRateError
  const clock = createMachineClock(scheduler.nowMs, rate, random.between(0, 1e6))
  const link = { scheduler, random, latencyMs, slowness }
  return {
    name,
    clock,
    links: {
      postgres: createLink({ ...link, isServerUp: isPostgresUp }),
      redis: createLink({ ...link, isServerUp: isRedisUp }),
    },
    startProcess: () => createProcess({ scheduler, random, machine: clock }),
  }
}

export type Machine = ReturnType<typeof createMachine>

/** 2026-01-01T00:00:00Z. */
const epochMs = 1_767_225_600_000

/**
 * The two clocks of one machine, in virtual time. They run at the same rate. The monotonic clock
 * stands still while the machine is suspended; the wall clock can be stepped.
 */
export function createMachineClock(nowMs: () => number, rate: number, zeroMs: number) {
  let suspendedAtMs: number | null = null
  let suspendedMs = 0
  let steppedMs = 0
  const monotonicMs = () => zeroMs + rate * ((suspendedAtMs ?? nowMs()) - suspendedMs)

  return {
    monotonicMs,
    wallMs: (): number => epochMs + steppedMs + rate * nowMs(),
    /** Virtual time until the monotonic clock shows `dueMs`, unless the machine is suspended. */
    virtualMsUntil: (dueMs: number): number => (dueMs - monotonicMs()) / rate,
    suspend: (): void => {
      suspendedAtMs ??= nowMs()
    },
    resume: (): void => {
      if (suspendedAtMs === null) return
      suspendedMs += nowMs() - suspendedAtMs
      suspendedAtMs = null
    },
    step: (ms: number): void => {
      steppedMs += ms
    },
  }
}

export type MachineClock = ReturnType<typeof createMachineClock>
