import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRight, type Target } from '../get.js'
import type { Contender, Images } from '../images/fixture.js'
import { sourceNames } from '../images/sources.js'
import { type Outcome, offerAtRate, offerInTurn, withPriority } from '../load.js'
import { quantile } from '../quantile.js'
import { inTurns } from '../rounds.js'
import type { Line } from '../table.js'

const seconds = 15
const times = 10
const keptPerSecond = 50
/** Until the image processes have exited and memory has been released. */
const idleSeconds = 30
/** Each takes a minute. */
const mostRounds = 3

type Side = {
  url: string
  /** A new rendition, of each source in turn. */
  fresh: () => Target
  /** Requests that are cached by then, if the server caches. */
  kept: readonly Target[]
}

type Flood = {
  /** Good answers per second. */
  good: number
  /** Time of each refusal, ms. */
  refusalMs: number[]
  /** Time of each request for cached content, ms; Infinity if its answer was not 200, or missing. */
  keptMs: number[]
}

/** Ten times the server's capacity of new renditions. Requests for cached content must not be affected. */
export async function overload(images: Images): Promise<Line[]> {
  const { log, rounds } = images
  log(`${times} times the load …`)
  const samples = await inTurns(Math.min(rounds, mostRounds), {
    ours: () => overloaded(sideOf(images, 'ours', images.delivery.url)),
    ipx: async () => {
      // ipx continues to work for minutes after its clients have disconnected.
      const peer = await images.startIpx()
      return overloaded(sideOf(images, 'ipx', peer.url)).finally(() => peer.stop())
    },
  })
  const { ours, ipx } = samples
  return [
    ...linesOf('overload', ours, { name: 'ipx', floods: ipx }),
    {
      name: 'cold renditions at most',
      unit: '/s',
      ours: ours.map(({ most }) => most),
      peer: { name: 'ipx', samples: ipx.map(({ most }) => most) },
    },
  ]
}

/** The same load after idleness, and again straight after it. The difference is the cost of starting up. */
export async function idle(images: Images): Promise<Line[]> {
  const side = sideOf(images, 'ours', images.delivery.url)
  const first: (Flood & { most: number })[] = []
  const second: (Flood & { most: number })[] = []
  for (let round = 0; round < Math.min(images.rounds, mostRounds); round += 1) {
    images.log(`overload after ${idleSeconds} s of nothing …`)
    const most = await capacityOf(side)
    await sleep(idleSeconds * 1000)
    first.push({ ...(await flood(side, times * most)), most })
    second.push({ ...(await flood(side, times * most)), most })
  }
  return linesOf('after idleness', first, { name: 'straight after', floods: second })
}

function sideOf({ fresh, widget, kept }: Images, contender: Contender, url: string): Side {
  let turn = 0
  const next = () => {
    turn += 1
    return fresh(contender, sourceNames[turn % sourceNames.length] ?? 'baseline.jpg', 'webp', url)
  }
  return { url, fresh: next, kept: contender === 'ours' ? [widget, kept] : [next()] }
}

async function overloaded(side: Side): Promise<Flood & { most: number }> {
  const most = await capacityOf(side)
  return { ...(await flood(side, times * most)), most }
}

/** New renditions per second with one request in flight per core. */
async function capacityOf({ url, fresh }: Side): Promise<number> {
  const offer = { url, seconds: 8, next: fresh }
  const connections = availableParallelism()
  const outcome = await withPriority(() => offerInTurn(offer, { connections }))
  return goodOf(outcome) / offer.seconds
}

async function flood({ url, fresh, kept }: Side, perSecond: number): Promise<Flood> {
  for (const target of kept) await getRight(target)
  let turn = 0
  const nextKept = () => kept[turn++ % kept.length] ?? fresh()
  const [flooded, steady] = await withPriority(() =>
    Promise.all([
      offerAtRate({ url, seconds, next: fresh }, perSecond),
      offerAtRate({ url, seconds, next: nextKept }, keptPerSecond),
    ]),
  )
  return {
    good: goodOf(flooded) / seconds,
    refusalMs: flooded.answers.filter(({ status }) => status === 503).map(({ ms }) => ms),
    keptMs: [
      ...steady.answers.map(({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY)),
      ...Array<number>(steady.sent - steady.answers.length).fill(Number.POSITIVE_INFINITY),
    ],
  }
}

const goodOf = ({ answers }: Outcome): number =>
  answers.filter(({ status }) => status === 200).length

type Measured = readonly (Flood & { most: number })[]

function linesOf(name: string, ours: Measured, peer: { name: string; floods: Measured }): Line[] {
  const beside = (of: (flood: Flood & { most: number }) => number) => ({
    ours: ours.map(of),
    peer: { name: peer.name, samples: peer.floods.map(of) },
  })
  return [
    {
      name: `${name}, cached answers: p99`,
      unit: 'ms',
      ...beside(({ keptMs }) => quantile(keptMs, 0.99)),
      bar: { of: 'figure', atMost: 25 },
    },
    {
      name: `${name}, refusals: p99`,
      unit: 'ms',
      ...beside(({ refusalMs }) => quantile(refusalMs, 0.99)),
      bar: { of: 'figure', atMost: 20 },
    },
    {
      name: `${name}, good answers of the most`,
      unit: '%',
      ...beside(({ good, most }) => (100 * good) / most),
      bar: { of: 'figure', atLeast: 90 },
    },
  ]
}
