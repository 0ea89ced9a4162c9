import { findProgram } from '@vitrine/local/debian'
import { createWrk } from '../load/wrk.js'
import type { WrkReport } from '../load/wrk-report.js'
import { formatFigure, formatRatio } from '../report/figure.js'
import { ratio } from '../report/ratio.js'
import { inTurns } from '../rounds.js'
import { median } from '../statistics.js'

type Log = (line: string) => void
type Subject = {
  /** Of delivery. */
  url: string
  key: string
  /** Sends this number of events in one call. */
  post: () => Promise<void>
  perCall: number
}

const rounds = 9
const eventsPerSecond = 1000

/** Fetches of a kept widget with 1,000 events per second beside them and without, in turns. */
export async function compareFetches({ url, key, post, perCall }: Subject, log: Log) {
  const wrk = createWrk(await findProgram({ name: 'wrk', packageName: 'wrk' }, log))
  const target = { url: `${url}/api/v1/widgets/bench`, headers: { 'x-api-key': key } }
  await wrk.warmUp([target])
  const fetches = () => wrk.measure(target)
  const beside = async () => {
    const events = startEvents(post, perCall)
    const report = await fetches()
    return { ...report, eventsPerSecond: await events.stop() }
  }
  const { alone, busy } = await inTurns({ alone: fetches, busy: beside }, rounds)

  log(`${median(busy.map((one) => one.eventsPerSecond)).toFixed(0)} events/s beside a kept widget`)
  const compare = (name: string, unit: '/s' | 'ms', figure: (report: WrkReport) => number) => {
    const [without, withEvents] = [alone.map(figure), busy.map(figure)]
    const each = without.map((value, round) => (withEvents[round] ?? Number.NaN) / value)
    const range = [Math.min(...each), Math.max(...each)].map(formatRatio).join(' to ')
    const figures = `${formatFigure(median(withEvents), unit)}, without ${formatFigure(median(without), unit)}`
    log(`${name}: ${figures}; ratio ${formatRatio(ratio(withEvents, without))} [${range}]`)
  }
  compare('throughput', '/s', ({ perSecond }) => perSecond)
  compare('p99', 'ms', ({ p99Ms }) => p99Ms)
}

/** Sends events at a rate that does not depend on the answers. */
function startEvents(post: () => Promise<void>, perCall: number) {
  const posts: Promise<void>[] = []
  const startMs = performance.now()
  const sendDue = () => {
    const due = ((performance.now() - startMs) * eventsPerSecond) / 1000 / perCall
    while (posts.length < due) posts.push(post())
  }
  const timer = setInterval(sendDue, 10)
  return {
    /** @returns the rate that was sent. @throws if one of them was refused. */
    stop: async (): Promise<number> => {
      clearInterval(timer)
      const seconds = (performance.now() - startMs) / 1000
      await Promise.all(posts)
      return (perCall * posts.length) / seconds
    },
  }
}
