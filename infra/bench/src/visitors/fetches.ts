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
  /** Another replica. */
  other: { url: string }
  key: string
  /** Sends this number of events to a replica, in one call. */
  post: (url: string) => Promise<void>
  perCall: number
}

type Measured = WrkReport & { cpuMsPerFetch: number }

const rounds = 15
const eventsPerSecond = 1000
const busyCallsPerSecond = 1500
const warmUpMs = 6000
const measuredMs = 10_000

/**
 * Fetches of a kept widget without events, with 1,000 events per second to another replica, and with as many to
 * the same replica, in turns. The load, the senders of the events, their reader and the databases share the cores
 * with delivery and slow it down. The other replica shows by how much: the ratios compare with it.
 */
export async function compareFetches(subject: Subject, log: Log) {
  const { delivery, other, key, post, perCall } = subject
  const wrk = createWrk(await findProgram({ name: 'wrk', packageName: 'wrk' }, log))
  const tree = createProcessTree(delivery.pid)
  const target = { url: `${delivery.url}/api/v1/widgets/bench`, headers: { 'x-api-key': key } }
  await wrk.warmUp([target])
  const fetches = async (): Promise<Measured> => {
    const before = tree.cpuMs()
    const report = await wrk.measure(target)
    return { ...report, cpuMsPerFetch: (tree.cpuMs() - before) / report.requests }
  }
  const beside = async (url: string) => {
    const events = startEvents(() => post(url), { perCall, perSecond: eventsPerSecond })
    const report = await fetches()
    return { ...report, eventsPerSecond: await events.stop() }
  }
  const measures = {
    alone: fetches,
    elsewhere: () => beside(other.url),
    here: () => beside(delivery.url),
  }
  const { alone, elsewhere, here } = await inTurns(measures, rounds)

  log(`${median(here.map((one) => one.eventsPerSecond)).toFixed(0)} events/s beside a kept widget`)
  const compare = (name: string, unit: Unit, figure: (report: Measured) => number) => {
    const shown = (reports: readonly Measured[]) => formatFigure(median(reports.map(figure)), unit)
    const [there, same] = [elsewhere.map(figure), here.map(figure)]
    const each = there.map((value, round) => (same[round] ?? Number.NaN) / value)
    const range = [Math.min(...each), Math.max(...each)].map(formatRatio).join(' to ')
    const figures = `${shown(here)}, to another replica ${shown(elsewhere)}, none ${shown(alone)}`
    log(`${name}: ${figures}; ratio ${formatRatio(ratio(same, there))} [${range}]`)
  }
  compare('throughput', '/s', ({ perSecond }) => perSecond)
  compare('p99', 'ms', ({ p99Ms }) => p99Ms)
  compare('1,000 fetches', 'CPU-ms', ({ cpuMsPerFetch }) => 1000 * cpuMsPerFetch)
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
