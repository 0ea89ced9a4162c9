import { availableParallelism } from 'node:os'
import { offerFromProcess } from '../load/client.js'
import { getRight, type Target } from '../load/get.js'
import type { Answered } from '../load/offer.js'
import { enoughFor } from './fresh.js'

export type Side = {
  fresh: (count: number) => Target[]
  /** Requests that are cached by then, if the server caches. */
  kept: readonly Target[]
}

export type OverloadResult = {
  /** Peak rate of fresh responses per second, with one request in flight per core. */
  capacity: number
  offered: number
  /** Good responses to `fresh` per second, and the latency of each rejection, ms. */
  goodput: number
  refusalMs: number[]
  /** Requests of `fresh` neither answered nor rejected by the end of the grace, or cut off. */
  lost: number
  /** Latency of each `kept` request, ms; Infinity if the response was not 200 or missing. */
  keptMs: number[]
}

const capacitySeconds = 8
const seconds = 15
/** Longer than any client should have to wait. */
const graceSeconds = 6
const times = 10
const keptPerSecond = 50

/** Offers ten times the server's capacity, while another client requests cached content at a steady rate. */
export async function measureOverload({ fresh, kept }: Side): Promise<OverloadResult> {
  for (const target of kept) await getRight(target)
  const alone = await offerFromProcess({
    targets: fresh(enoughFor(capacitySeconds)),
    seconds: capacitySeconds,
    pace: { inFlight: availableParallelism() },
  })
  const capacity = goodWithin(alone.answers, capacitySeconds) / capacitySeconds
  const offered = Math.round(capacity * times)

  const [flood, steady] = await Promise.all([
    offerFromProcess({
      targets: fresh(offered * seconds),
      pace: { perSecond: offered },
      seconds,
      graceSeconds,
    }),
    offerFromProcess({ targets: kept, pace: { perSecond: keptPerSecond }, seconds, graceSeconds }),
  ])
  const good = flood.answers.filter(({ status }) => status === 200).length
  const refused = flood.answers.filter(({ status }) => status === 503)
  return {
    capacity,
    offered,
    goodput: goodWithin(flood.answers, seconds) / seconds,
    refusalMs: refused.map(({ ms }) => ms),
    lost: flood.sent - good - refused.length,
    keptMs: [
      ...steady.answers.map(({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY)),
      ...Array<number>(steady.sent - steady.answers.length).fill(Number.POSITIVE_INFINITY),
    ],
  }
}

const goodWithin = (answers: readonly Answered[], limitSeconds: number): number =>
  answers.filter(({ status, atMs }) => status === 200 && atMs <= limitSeconds * 1000).length
