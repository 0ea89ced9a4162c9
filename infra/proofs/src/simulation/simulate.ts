import { type Counts, noCounts } from './counts.js'
import { createEnvironment, type Trace } from './environment/environment.js'
import { releaseNemesis } from './faults/nemesis.js'
import { type Profile, type ProfileName, profiles } from './faults/profiles.js'
import { findViolations, type History, type Violation } from './history.js'
import type { Rule } from './planted/bugs.js'
import { coherenceWithout } from './planted/load.js'
import { type ReplicaProgram, startReplica } from './programs/replica-program.js'
import { createSite } from './programs/site.js'
import { createWorkload } from './programs/workload.js'
import { startWriter, type WriterProgram } from './programs/writer-program.js'

export type Run = {
  seed: number
  profile: ProfileName
  /** Rules of packages/coherence that are left out. */
  without?: readonly Rule[]
  trace?: Trace
}

export type Outcome = {
  violations: readonly Violation[]
  /** Other failures: an error that is no 503, no recovery, stale entries found by the auditor. */
  problems: readonly string[]
  counts: Counts
  history: History
}

export const isClean = ({ violations, problems }: Outcome): boolean =>
  violations.length === 0 && problems.length === 0

/** When the faults end and when the run ends, ms of virtual time. */
const calmMs = 12_000
const endMs = 19_800

/**
 * One run from beginning to end. The same run has the same outcome on every machine. A thread must
 * make its runs one after the other: an unhandled rejection, which would end a real process, is
 * counted as a problem of the current run.
 */
export async function simulate({ seed, profile, without = [], trace }: Run): Promise<Outcome> {
  const { graceMs, writeEveryMs, hasCaches = false, ...rest }: Profile = profiles[profile]
  const environment = createEnvironment(seed, profiles[profile], trace)
  const { random, scheduler } = environment
  const counts = noCounts()
  const problems: string[] = []
  const shared = {
    environment,
    counts,
    timeoutMs: { postgres: random.pick([500, 1000, 2000]), redis: random.pick([100, 500]) },
    graceMs: random.pick<number>(graceMs),
    hasCaches,
    coherence: await coherenceWithout(without),
    onProblem: (problem: string) => {
      environment.trace?.(`problem: ${problem}`)
      problems.push(`${scheduler.nowMs().toFixed(2)} ${problem}`)
    },
  }
  const replicas = Array.from({ length: random.int(2, 4) }, (_, index) => {
    const machine = environment.createMachine(`replica-${index + 1}`)
    const start = (id: string) => startReplica({ ...shared, machine }, id)
    return createSite<ReplicaProgram>({ environment, machine, start })
  })
  const writers = Array.from({ length: random.int(1, 2) }, (_, index) => {
    const machine = environment.createMachine(`writer-${index + 1}`)
    const start = (id: string) => startWriter({ ...shared, machine }, id)
    return createSite<WriterProgram>({ environment, machine, start })
  })

  const workload = createWorkload({
    ...shared,
    replicas,
    writers,
    writeEveryMs: writeEveryMs * random.pick([1, 2, 6]),
    calmMs,
    endMs,
  })
  releaseNemesis({ environment, replicas, writers, counts, ...rest, untilMs: calmMs })
  const onUnhandled = (reason: unknown) => shared.onProblem(`unhandled rejection: ${reason}`)
  process.on('unhandledRejection', onUnhandled)
  await scheduler.runUntil(endMs)
  process.off('unhandledRejection', onUnhandled)
  workload.checkRecovery()
  const history = environment.history()
  return { violations: findViolations(history), problems, counts, history }
}
