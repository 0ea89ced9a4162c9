import { coherenceWithout, type Rule } from '@vitrine/proofs'
import t from 'tap'
import { noCounts } from '../../src/counts.js'
import { createEnvironment } from '../../src/environment/environment.js'
import { findViolations } from '../../src/history/checker.js'
import { startReplica } from '../../src/programs/replica-program.js'
import { startWriter } from '../../src/programs/writer-program.js'

const seeds = 10
/** Around the earliest time at which the writer may fence the replica. */
const watchedMs = { from: 3170, to: 3230 }

/**
 * The case with the smallest margin: the replica's clock is the slowest, the writer's the fastest
 * that the protocol allows. The replica is cut off immediately after a renewal, and its machine is
 * suspended for a while. It is then read continuously while the writer fences it.
 *
 * @returns how many answers were stale.
 */
async function countStale(seed: number, suspendedMs: number, without: Rule[] = []) {
  const conditions = { latencyMs: [0.05, 0.3], slowness: 0, lossiness: 0, lagging: 0 } as const
  const environment = createEnvironment(seed, conditions, undefined)
  const { scheduler, random, postgres } = environment
  const shared = {
    environment,
    counts: noCounts(),
    timeoutMs: { postgres: 2000, redis: 500 },
    graceMs: 0,
    coherence: await coherenceWithout(without),
    onProblem: (problem: string) => t.fail(problem),
  }
  const machine = environment.createMachine('replica', -1)
  const replica = startReplica({ ...shared, machine }, 'replica')
  const writer = startWriter(
    { ...shared, machine: environment.createMachine('writer', 1) },
    'writer',
  )
  const readAll = () => {
    for (let fact = 0; fact < environment.facts; fact += 1) replica.read([fact], () => undefined)
  }
  const wait = (ms: number) => scheduler.runUntil(scheduler.nowMs() + ms)

  await wait(2000 + random.between(0, 750))
  readAll()
  const renewals = () => postgres.replicas()[0]?.renewals
  for (const before = renewals(); renewals() === before; ) await wait(0.1)
  await wait(0.4)
  machine.links.postgres.cut('both')
  machine.links.redis.cut('both')
  // Many writes, so that one of them reads the register as soon as the replica can be fenced.
  for (let write = 0; write < 12; write += 1) {
    scheduler.after(write * random.between(0, 250), () => writer.write(() => undefined))
  }
  for (let ms = watchedMs.from; ms < watchedMs.to; ms += 0.5) scheduler.after(ms, readAll)
  await wait(200)
  replica.process.halt()
  machine.clock.suspend()
  await wait(suspendedMs)
  machine.clock.resume()
  replica.process.resume()
  await wait(watchedMs.to)
  return findViolations(environment.history()).length
}

async function countAll(suspendedMs: number, without: Rule[] = []): Promise<number> {
  let stale = 0
  for (let seed = 0; seed < seeds; seed += 1) stale += await countStale(seed, suspendedMs, without)
  return stale
}

for (const suspendedMs of [0, 100, 200, 225, 250, 275, 300, 500]) {
  t.test(
    `a lease ends before its fence when the machine is suspended for ${suspendedMs} ms`,
    async (t) => {
      t.equal(await countAll(suspendedMs), 0)
    },
  )
}

t.test('without the detection of suspensions it does not', async (t) => {
  t.ok((await countAll(500, ['suspended-clock'])) > 0)
})
