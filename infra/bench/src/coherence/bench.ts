import { availableParallelism, loadavg } from 'node:os'
import { timesOf } from '../statistics.js'
import { withStack } from '../with-stack.js'
import { createReplicas, type Replicas } from './replicas.js'
import { createSubject, type Subject } from './subject.js'
import { formatTable, type Row } from './table.js'

type Log = (line: string) => void
type Sides = { commit: Subject; measured: Subject; replicas: Replicas }

const pairs = 1000
const deaths = 3

/**
 * Measures the cost of immediate changes: the time until every replica is known to have seen a
 * publish or unpublish, compared with the same call without a registered replica. Two identical
 * stacks are measured alternately, so that background load affects both. Each acknowledged change
 * is then verified on one of the replicas.
 *
 * @throws if a replica answers with the state before an acknowledged change.
 */
export const benchCoherence = (log: Log): Promise<void> =>
  withStack(log, (plain) =>
    withStack(log, async (stack) => {
      const replicas = createReplicas(stack)
      const commit = await createSubject(plain)
      const measured = await createSubject(stack)
      const sides = { commit, measured, replicas }
      const rows: Row[] = []
      for (const count of [1, 4, 8]) {
        await replicas.grow(count)
        log(`measuring with ${count} replicas …`)
        const aims = count === 8 ? { p50: 4, p99: 30 } : {}
        rows.push({ name: `${count} replicas`, aims, ...(await measure(sides)) })
      }
      log('measuring while a replica stands still, and once it was killed …')
      rows.push({ name: '8, one frozen', ...(await measureFrozen(sides)) })
      rows.push({ name: '8, one killed', ...(await measureKilled(sides)) })
      log('measuring without Redis …')
      await replicas.forgetDead()
      for (const { killRedis } of [plain, stack]) killRedis()
      rows.push({ name: '8, no Redis', aims: { p99: 60 }, ...(await measure(sides)) })
      log(`PUT unpublish and publish by turns, ms; ${describeMachine()}`)
      for (const line of formatTable(rows)) log(line)
    }),
  )

/** Printed because times mean little under background load. */
function describeMachine(): string {
  const [lastMinute = Number.NaN] = loadavg()
  return `${availableParallelism()} cores, load ${lastMinute.toFixed(1)}`
}

async function measure({ commit, measured, replicas }: Sides) {
  const calls = [commit.toggle, measured.toggle, () => measured.check(replicas.next())]
  const [commitTimes = [], measuredTimes = []] = await timesOf(pairs, calls)
  return { commit: commitTimes, measured: measuredTimes }
}

/** Bound on the time until a replica is declared dead. */
const deathAims = { max: 3500 }

async function measureFrozen({ commit, measured, replicas }: Sides) {
  const times = { commit: [] as number[], measured: [] as number[] }
  for (let death = 0; death < deaths; death += 1) {
    times.commit.push(await timed(commit.toggle))
    const { resume } = replicas.freeze()
    times.measured.push(await timed(measured.toggle))
    await resume()
    await measured.check(replicas.next())
  }
  return { ...times, aims: deathAims }
}

async function measureKilled({ commit, measured, replicas }: Sides) {
  const times = { commit: [] as number[], measured: [] as number[] }
  for (let death = 0; death < deaths; death += 1) {
    times.commit.push(await timed(commit.toggle))
    await replicas.kill()
    times.measured.push(await timed(measured.toggle))
    await measured.check(replicas.next())
    await replicas.grow(8)
  }
  return { ...times, aims: deathAims }
}

async function timed(call: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}
