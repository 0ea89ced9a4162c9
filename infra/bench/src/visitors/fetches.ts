import { findProgram } from '@vitrine/local/debian'
import { createRandom } from '@vitrine/testing/random'
import { pause } from '../interruption.js'
import { estimateRatio, judgeInterval } from '../interval.js'
import { createWrk } from '../load/wrk.js'
import type { WrkReport } from '../load/wrk-report.js'
import { createProcessTree } from '../processes/process-tree.js'
import { alignColumns } from '../report/columns.js'
import { formatFigure } from '../report/figure.js'
import type { Unit } from '../report/line.js'
import { median } from '../statistics.js'
import { startEvents } from './sender.js'

type Log = (line: string) => void
type Subject = {
  delivery: { url: string; pid: number }
  /** Another replica. */
  other: { url: string }
  key: string
  /** Sends this number of events to a replica, in one call. */
  post: (url: string) => Promise<void>
  perCall: number
}

type Measured = WrkReport & { cpuMsPerFetch: number; eventsPerSecond: number }
type Pair = Record<'here' | 'elsewhere', Measured>

/** Each of two windows of two seconds. */
const pairs = 30
const seed = 1
const eventsPerSecond = 1000
const busyCallsPerSecond = 1500
const warmUpMs = 6000
const measuredMs = 10_000

/**
 * Fetches of a kept widget with 1,000 events per second to the same replica, compared with as many to another replica:
 * two short windows right after each other, in random order, so that background load affects both. The load, the
 * senders of the events, their reader and the databases share the cores with delivery in both of them.
 */
export async function compareFetches(subject: Subject, log: Log) {
  const { delivery, other, key, post, perCall } = subject
  const wrk = createWrk(await findProgram({ name: 'wrk', packageName: 'wrk' }, log))
  const tree = createProcessTree(delivery.pid)
  const target = { url: `${delivery.url}/api/v1/widgets/bench`, headers: { 'x-api-key': key } }
  await wrk.warmUp([target])
  const beside = async (url: string): Promise<Measured> => {
    const events = startEvents(() => post(url), { perCall, perSecond: eventsPerSecond })
    const before = tree.cpuMs()
    const report = await wrk.measure(target)
    const cpuMsPerFetch = (tree.cpuMs() - before) / report.requests
    return { ...report, cpuMsPerFetch, eventsPerSecond: await events.stop() }
  }
  const random = createRandom(seed)
  const measured: Pair[] = []
  while (measured.length < pairs) {
    const pair: Partial<Pair> = {}
    for (const name of random.shuffled(['here', 'elsewhere'] as const)) {
      pair[name] = await beside(name === 'here' ? delivery.url : other.url)
    }
    measured.push(pair as Pair)
  }
  for (const text of formatPairs(measured)) log(text)
}

type Comparison = {
  name: string
  unit: Unit
  figure: (report: Measured) => number
  limit: { atLeast: number } | { atMost: number }
}

const comparisons: readonly Comparison[] = [
  {
    name: 'throughput',
    unit: '/s',
    figure: ({ perSecond }) => perSecond,
    limit: { atLeast: 0.98 },
  },
  { name: 'p99', unit: 'ms', figure: ({ p99Ms }) => p99Ms, limit: { atMost: 1.02 } },
  {
    name: '1,000 fetches',
    unit: 'CPU-ms',
    figure: ({ cpuMsPerFetch }) => 1000 * cpuMsPerFetch,
    limit: { atMost: 1.02 },
  },
]

const headings = ['', 'here', 'elsewhere', 'ratio', '95 % interval', 'bar', 'verdict']

function formatPairs(measured: readonly Pair[]): string[] {
  const rate = median(measured.map(({ here }) => here.eventsPerSecond)).toFixed(0)
  const rows = comparisons.map(({ name, unit, figure, limit }) => {
    const shown = (side: keyof Pair) =>
      formatFigure(median(measured.map((pair) => figure(pair[side]))), unit)
    const estimate = estimateRatio(
      measured.map(({ here, elsewhere }) => [figure(here), figure(elsewhere)]),
      createRandom(seed),
    )
    const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((n) =>
      n.toFixed(3),
    )
    const bar = 'atLeast' in limit ? `≥ ${limit.atLeast}` : `≤ ${limit.atMost}`
    const interval = `${low}–${high}`
    const verdict = judgeInterval(estimate, limit)
    return [name, shown('here'), shown('elsewhere'), value ?? '', interval, bar, verdict]
  })
  const title = `${rate} events/s beside a kept widget, ${measured.length} pairs of windows`
  return [title, ...alignColumns([headings, ...rows], (column) => column > 0 && column < 4)]
}

/**
 * The CPU time of delivery alone for a call that records events. Calls are sent as fast as a busy core gets them:
 * a core that wakes up for each of them needs several times as long.
 */
export async function measureEvents(subject: Subject, log: Log) {
  const { delivery, other, post, perCall } = subject
  const elsewhere = startEvents(() => post(other.url), {
    perCall,
    perSecond: perCall * busyCallsPerSecond,
  })
  await pause(warmUpMs)
  await elsewhere.stop()
  const tree = createProcessTree(delivery.pid)
  const events = startEvents(() => post(delivery.url), {
    perCall,
    perSecond: perCall * busyCallsPerSecond,
  })
  await pause(warmUpMs)
  const [cpuMs, calls] = [tree.cpuMs(), events.calls()]
  await pause(measuredMs)
  const perCallMs = (tree.cpuMs() - cpuMs) / (events.calls() - calls)
  await events.stop()
  const share = (perCallMs * eventsPerSecond) / perCall / 1000
  log(
    `a call of ${perCall} events: ${formatFigure(perCallMs, 'CPU-ms')} of delivery; ${eventsPerSecond} events/s take ${(100 * share).toFixed(1)} % of its core`,
  )
}
