import { AppError } from '@vitrine/contracts/errors'
import type { Random } from '@vitrine/testing/random'
import type { Process } from './process.js'
import type { Scheduler } from './scheduler.js'

type LinkDeps = {
  scheduler: Scheduler
  random: Random
  /** Minimum and maximum latency of a packet that is not late. */
  latencyMs: readonly [number, number]
  /** Probability that a packet is late, by up to 2.5 s. */
  slowness: () => number
  isServerUp: () => boolean
}

/**
 * `refused`: every call fails at once. Half open: packets to the server (`up`), from it (`down`) or
 * both are dropped.
 */
export const cuts = ['refused', 'up', 'down', 'both'] as const
export type Cut = (typeof cuts)[number]

/** Latency of most late packets. */
const slowMs = [10, 300] as const
const noAnswer = new AppError('DATABASE_UNAVAILABLE', 'there was no answer')

/** The link between one machine and one server. Cuts may overlap; each ends by itself. */
export function createLink({ scheduler, random, isServerUp, ...conditions }: LinkDeps) {
  const active: Cut[] = []
  let addedMs = 0
  const isCut = (...kinds: Cut[]) => kinds.some((kind) => active.includes(kind))

  const latencyMs = (): number => {
    const luck = random.next()
    const slowness = conditions.slowness()
    if (luck < slowness / 10) return addedMs + random.between(300, 2500)
    return addedMs + random.between(...(luck < slowness ? slowMs : conditions.latencyMs))
  }
  /** Delivers to the process, unless the packet is dropped. */
  const answer = (process: Process, tell: () => void) => {
    scheduler.after(latencyMs(), () => {
      if (!isCut('down', 'both', 'refused')) process.deliver(tell)
    })
  }

  return {
    /** @returns a function that ends the cut. */
    cut: (kind: Cut): (() => void) => {
      active.push(kind)
      return () => {
        active.splice(active.indexOf(kind), 1)
      }
    },
    /** Adds latency. @returns a function that ends that. */
    slow: (ms: number): (() => void) => {
      addedMs += ms
      return () => {
        addedMs -= ms
      }
    },
    /**
     * Calls the server for one atomic effect. Rejects if there is no answer in time: the effect may
     * have happened, may happen later, or may never happen.
     */
    call: <Result>(process: Process, timeoutMs: number, effect: () => Result): Promise<Result> =>
      new Promise((resolve, reject) => {
        const fail = () => reject(noAnswer)
        const cancelTimeout = process.clock.after(timeoutMs, fail)
        const settle = (outcome: () => void) => () => {
          cancelTimeout()
          outcome()
        }
        if (isCut('refused')) {
          scheduler.after(latencyMs(), () => process.deliver(settle(fail)))
          return
        }
        scheduler.after(latencyMs(), () => {
          if (isCut('up', 'both', 'refused')) return
          if (!isServerUp()) return answer(process, settle(fail))
          const result = effect()
          answer(
            process,
            settle(() => resolve(result)),
          )
        })
      }),
    /** A message from the server that answers no call. */
    push: (process: Process, receive: () => void): void => answer(process, receive),
  }
}

export type Link = ReturnType<typeof createLink>
