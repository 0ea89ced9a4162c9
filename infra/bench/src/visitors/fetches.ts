import { findProgram } from '@vitrine/local/debian'
import { pause } from '../interruption.js'
import { createWrk } from '../load/wrk.js'
import type { WrkReport } from '../load/wrk-report.js'
import { createProcessTree } from '../processes/process-tree.js'
import { formatFigure, formatRatio } from '../report/figure.js'
import type { Unit } from '../report/line.js'
import { ratio } from '../report/ratio.js'
import { inTurns } from '../rounds.js'
import { median } from '../statistics.js'

type Log = (line: string) => void
type Subject = {
  delivery: { url: string; pid: number }
  key: string
  /** Sends this number of events in one call. */
  post: () => Promise<void>
  perCall: number
}

type Measured = WrkReport & { cpuMsPerFetch: number }

const rounds = 9
const eventsPerSecond = 1000
const busyCallsPerSecond = 1500
const warmUpMs = 6000
const measuredMs = 10_000

/**
 * Fetches of a kept widget with 1,000 events per second beside them and without, in turns. The load, the senders of
 * the events, their reader and the databases share the cores with delivery, and slow it down.
 */
export async function compareFetches({ delivery, key, post, perCall }: Subject, log: Log) {
  const wrk = createWrk(await findProgram({ name: 'wrk', packageName: 'wrk' }, log))
  const tree = createProcessTree(delivery.pid)
  const target = { url: `${delivery.url}/api/v1/widgets/bench`, headers: { 'x-api-key': key } }
  await wrk.warmUp([target])
  const fetches = async (): Promise<Measured> => {
    const before = tree.cpuMs()
    const report = await wrk.measure(target)
    return { ...report, cpuMsPerFetch: (tree.cpuMs() - before) / report.requests }
  }
  const beside = async () => {
    const events = startEvents(post, { perCall, perSecond: eventsPerSecond })
    const report = await fetches()
    return { ...report, eventsPerSecond: await events.stop() }
  }
  const { alone, busy } = await inTurns({ alone: fetches, busy: beside }, rounds)

  log(`${median(busy.map((one) => one.eventsPerSecond)).toFixed(0)} events/s beside a kept widget`)
  const compare = (name: string, unit: Unit, figure: (report: Measured) => number) => {
    const [without, withEvents] = [alone.map(figure), busy.map(figure)]
    const each = without.map((value, round) => (withEvents[round] ?? Number.NaN) / value)
    const range = [Math.min(...each), Math.max(...each)].map(formatRatio).join(' to ')
    const figures = `${formatFigure(median(withEvents), unit)}, without ${formatFigure(median(without), unit)}`
    log(`${name}: ${figures}; ratio ${formatRatio(ratio(withEvents, without))} [${range}]`)
  }
  compare('throughput', '/s', ({ perSecond }) => perSecond)
  compare('p99', 'ms', ({ p99Ms }) => p99Ms)
  compare('1,000 fetches', 'CPU-ms', ({ cpuMsPerFetch }) => 1000 * cpuMsPerFetch)
}

/**
 * The CPU time of delivery alone for a call that records events. Calls are sent as fast as a busy core gets them:
 * a core that wakes up for each of them needs several times as long.
 */
export async function measureEvents({ delivery, post, perCall }: Subject, log: Log) {
  const tree = createProcessTree(delivery.pid)
  const events = startEvents(post, { perCall, perSecond: perCall * busyCallsPerSecond })
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

/** Sends events at a rate that does not depend on the answers. */
function startEvents(
  post: () => Promise<void>,
  { perCall, perSecond }: { perCall: number; perSecond: number },
) {
  let sent = 0
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []
  const startMs = performance.now()
  const sendDue = () => {
    const due = ((performance.now() - startMs) * perSecond) / 1000 / perCall
    for (; sent < due; sent += 1) {
      const call = post()
        .catch((error) => failures.push(error))
        .then(() => void open.delete(call))
      open.add(call)
    }
  }
  const timer = setInterval(sendDue, 10)
  return {
    calls: () => sent,
    /** @returns the rate that was sent. @throws if one of them was refused. */
    stop: async (): Promise<number> => {
      clearInterval(timer)
      const seconds = (performance.now() - startMs) / 1000
      await Promise.all(open)
      if (failures.length > 0) throw failures[0]
      return (perCall * sent) / seconds
    },
  }
}
