import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { offerFromProcess } from '../../load/client.js'
import { readCounter } from '../../load/counter.js'
import { getRight } from '../../load/get.js'
import { line } from '../../report/line.js'
import { percentile } from '../../statistics.js'
import type { Fixture } from '../fixture.js'
import { enoughFor, freshOf } from '../fresh.js'
import { countPerStep, slowestPerStep, watchThread } from '../overload-series.js'
import type { Row } from '../row.js'
import { queryOf } from '../sample-project.js'

const rounds = 3
/** Until the image processes have exited and memory has been released. */
const idleSeconds = 30
const seconds = 10
const graceSeconds = 3
const freshPerSecond = 289
const keptPerSecond = 50
/** Larger than any fresh rendition. */
const warm = { width: 720, height: 540 }

type Flood = Awaited<ReturnType<typeof flood>>

/**
 * A burst of new renditions after idleness, and another right after it. The difference is the cost
 * of starting up.
 */
export const overloadIdle: Row = async (fixture) => {
  const first: Flood[] = []
  const second: Flood[] = []
  const most: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    fixture.log(`overload after ${idleSeconds} s of nothing …`)
    await getRight(keptOf(fixture))
    await sleep(idleSeconds * 1000)
    first.push(await flood(fixture, 'after idleness'))
    second.push(await flood(fixture, 'straight after'))
    most.push(await capacity(fixture))
  }
  const beside = (of: (one: Flood, round: number) => number) => ({
    ours: first.map(of),
    peers: [{ name: 'straight after', samples: second.map(of) }],
  })
  const name = 'overload after idleness'
  return [
    line({
      ...{ name: `${name}, kept images: p99`, unit: 'ms', bars: [{ atMost: 25 }] },
      ...beside(({ keptMs }) => percentile(keptMs, 0.99)),
    }),
    line({
      ...{ name: `${name}, refusals: p99`, unit: 'ms', bars: [{ atMost: 20 }] },
      ...beside(({ refusalMs }) => percentile(refusalMs, 0.99)),
    }),
    line({
      ...{ name: `${name}, good answers of the most`, unit: '%', bars: [{ atLeast: 90 }] },
      ...beside(({ goodPerSecond }, round) => (100 * goodPerSecond) / (most[round] ?? 0)),
    }),
    line({
      ...{ name: `${name}: longest turn of the event loop`, unit: 'ms' },
      ...beside(({ longestTurnMs }) => longestTurnMs),
      note: 'with what waits for a core',
    }),
  ]
}

const keptOf = ({ project, delivery }: Fixture) =>
  project.image(delivery.url, 'baseline.jpg', queryOf(warm, 'webp'))

async function flood(fixture: Fixture, name: string) {
  const { delivery, log } = fixture
  // Each read resets the measurement.
  const longestTurn = () => readCounter(delivery.url, 'nodejs_eventloop_lag_max_seconds')
  await longestTurn()
  const thread = watchThread(delivery.tree.pid)
  const common = { seconds, graceSeconds }
  const [fresh, kept] = await Promise.all([
    offerFromProcess({
      ...{ ...common, targets: freshOf(fixture, 'ours', freshPerSecond * seconds) },
      pace: { perSecond: freshPerSecond },
    }),
    offerFromProcess({ ...common, targets: [keptOf(fixture)], pace: { perSecond: keptPerSecond } }),
  ])
  const { ran, waited } = thread.stop()
  const good = fresh.answers.filter(({ status }) => status === 200)
  const refused = fresh.answers.filter(({ status }) => status === 503)
  log(`${name}, by tenths of a second:`)
  log(`  kept, slowest, ms:      ${slowestPerStep(kept.answers, seconds)}`)
  log(`  refusals, slowest, ms:  ${slowestPerStep(refused, seconds)}`)
  log(`  new renditions:         ${countPerStep(good, seconds)}`)
  log(`  event loop ran, ms:     ${ran}`)
  log(`  waited for a core, ms:  ${waited}`)
  return {
    goodPerSecond: good.filter(({ atMs }) => atMs <= seconds * 1000).length / seconds,
    refusalMs: refused.map(({ ms }) => ms),
    keptMs: [
      ...kept.answers.map(({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY)),
      ...Array<number>(kept.sent - kept.answers.length).fill(Number.POSITIVE_INFINITY),
    ],
    longestTurnMs: 1000 * (await longestTurn()),
  }
}

async function capacity(fixture: Fixture): Promise<number> {
  const { answers } = await offerFromProcess({
    targets: freshOf(fixture, 'ours', enoughFor(seconds)),
    seconds,
    pace: { inFlight: availableParallelism() },
  })
  return (
    answers.filter(({ status, atMs }) => status === 200 && atMs <= seconds * 1000).length / seconds
  )
}
