import { noCounts } from './counts.js'
import { createEnvironment } from './environment/environment.js'
import { findViolations } from './history.js'
import type { Rule } from './planted/bugs.js'
import { coherenceWithout } from './planted/load.js'
import { startReplica } from './programs/replica-program.js'
import { startWriter } from './programs/writer-program.js'

const seeds = 10
const conditions = { latencyMs: [0.05, 0.3], slowness: 0, lossiness: 0, lagging: 0 } as const
const leaseMs = 3000

export type Margin = {
  /** How long the machine of the replica is suspended, ms. */
  suspendedMs: number
  /** How long a replica may answer what Redis confirms, ms. */
  graceMs: number
  without?: readonly Rule[]
}

/**
 * The case with the smallest margin: the replica's clock is the slowest, the writer's the fastest
 * that the protocol allows. The replica is cut off immediately after a renewal and then read
 * continuously while the writer stops waiting for it: when it fences it or, with a grace period, when
 * that is over. Until then the replica still reaches Redis, and the writer does not.
 *
 * @returns how many answers were stale.
 */
export async function countStale(margin: Margin): Promise<number> {
  let stale = 0
  for (let seed = 0; seed < seeds; seed += 1) stale += await countStaleOf(seed, margin)
  return stale
}

async function countStaleOf(seed: number, { suspendedMs, graceMs, without = [] }: Margin) {
  const environment = createEnvironment(seed, conditions, undefined)
  const { scheduler, random, postgres } = environment
  const problems: string[] = []
  const shared = {
    environment,
    counts: noCounts(),
    timeoutMs: { postgres: 2000, redis: 500 },
    graceMs,
    hasCaches: false,
    coherence: await coherenceWithout(without),
    onProblem: (problem: string) => void problems.push(problem),
  }
  const machines = {
    replica: environment.createMachine('replica', -1),
    writer: environment.createMachine('writer', 1),
  }
  const replica = startReplica({ ...shared, machine: machines.replica }, 'replica')
  const writer = startWriter({ ...shared, machine: machines.writer }, 'writer')
  const readAll = () => {
    for (let fact = 0; fact < environment.facts; fact += 1) replica.read([fact], () => undefined)
  }
  const wait = (ms: number) => scheduler.runUntil(scheduler.nowMs() + ms)

  await wait(2000 + random.between(0, 750))
  readAll()
  const renewals = () => postgres.replicas()[0]?.renewals
  for (const before = renewals(); renewals() === before; ) await wait(0.1)
  await wait(0.4)
  machines.replica.links.postgres.cut('both')
  machines[graceMs > 0 ? 'writer' : 'replica'].links.redis.cut('both')
  // Many writes, so that one of them reads the register as soon as the replica can be fenced.
  for (let write = 0; write < 12; write += 1) {
    scheduler.after(write * random.between(0, 250), () => writer.write(() => undefined))
  }
  // Around the earliest time at which the writer may stop waiting for the replica.
  const earliestMs = leaseMs + 170 + graceMs * 0.995
  const latestMs = leaseMs + 230 + graceMs * 1.005
  for (let ms = earliestMs; ms < latestMs; ms += 0.5) scheduler.after(ms, readAll)
  // A client gives up long before a grace period is over.
  for (let ms = 0; ms < latestMs; ms += 1000) scheduler.after(ms, writer.confirm)
  await wait(200)
  if (suspendedMs > 0) {
    replica.process.halt()
    machines.replica.clock.suspend()
    await wait(suspendedMs)
    machines.replica.clock.resume()
    replica.process.resume()
  }
  await wait(latestMs)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return findViolations(environment.history()).length
}
