import { availableParallelism } from 'node:os'
import { offerFromAfar } from '../load/client.js'
import { getRight, type Target } from '../load/get.js'
import type { Answered } from '../load/offer.js'
import { enoughFor } from './fresh.js'

export type Side = {
  /** Work that was never asked for before: as many targets as are wanted. */
  fresh: (count: number) => Target[]
  /** What a server that keeps its answers has kept by then. */
  kept: readonly Target[]
}

export type Endurance = {
  /** Fresh answers per second at its best, with as many requests in flight as there are cores. */
  capacity: number
  /** Fresh requests per second that came in. */
  offered: number
  /** Of `fresh`: per second, and how long a refusal took, ms. */
  goodput: number
  refusalMs: number[]
  /** Of `fresh`, neither answered nor refused by the end of the grace, or cut off. */
  lost: number
  /** Of `kept`: how long each took, ms; Infinity for an answer that was not 200 or did not come. */
  keptMs: number[]
}

const capacitySeconds = 8
const seconds = 15
/** Longer than anybody should be kept waiting. */
const graceSeconds = 6
const times = 10
const keptPerSecond = 50

/** Ten times what the server can do, while others ask at a steady pace for what it has. */
export async function endure({ fresh, kept }: Side): Promise<Endurance> {
  for (const target of kept) await getRight(target)
  const alone = await offerFromAfar({
    targets: fresh(enoughFor(capacitySeconds)),
    seconds: capacitySeconds,
    pace: { inFlight: availableParallelism() },
  })
  const capacity = goodWithin(alone.answers, capacitySeconds) / capacitySeconds
  const offered = Math.round(capacity * times)

  const [flood, steady] = await Promise.all([
    offerFromAfar({
      targets: fresh(offered * seconds),
      pace: { perSecond: offered },
      seconds,
      graceSeconds,
    }),
    offerFromAfar({ targets: kept, pace: { perSecond: keptPerSecond }, seconds, graceSeconds }),
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
