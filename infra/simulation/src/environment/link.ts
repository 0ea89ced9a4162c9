import { AppError } from '@vitrine/errors'
import type { Random } from '@vitrine/testing/random'
import type { Process } from './process.js'
import type { Scheduler } from './scheduler.js'

export type LinkDeps = {
  scheduler: Scheduler
  random: Random
  /** From and to: how long a packet takes when nothing is wrong. */
  latencyMs: readonly [number, number]
  /** 0–1: how often a packet is late, by up to some seconds. */
  slowness: () => number
  isServerUp: () => boolean
}

/**
 * `refused`: every call fails at once. `up`, `down`: half-open, what is sent to the server, or
 * what it sends, is swallowed. `both`: swallowed either way.
 */
export const cuts = ['refused', 'up', 'down', 'both'] as const
export type Cut = (typeof cuts)[number]

/** How long a packet takes that is a little late. */
const slowMs = [10, 300] as const
const noAnswer = new AppError('DATABASE_UNAVAILABLE', 'there was no answer')

/** What one machine and one server send each other. Cuts may overlap; each is healed by itself. */
export function createLink({ scheduler, random, isServerUp, ...weather }: LinkDeps) {
  const active: Cut[] = []
  let addedMs = 0
  const isCut = (...kinds: Cut[]) => kinds.some((kind) => active.includes(kind))

  const latencyMs = (): number => {
    const luck = random.next()
    const slowness = weather.slowness()
    if (luck < slowness / 10) return addedMs + random.between(300, 2500)
    return addedMs + random.between(...(luck < slowness ? slowMs : weather.latencyMs))
  }
  /** Told to the process unless it was lost on the way. */
  const answer = (process: Process, tell: () => void) => {
    scheduler.after(latencyMs(), () => {
      if (!isCut('down', 'both', 'refused')) process.deliver(tell)
    })
  }

  return {
    /** @returns a function that heals it. */
    cut: (kind: Cut): (() => void) => {
      active.push(kind)
      return () => {
        active.splice(active.indexOf(kind), 1)
      }
    },
    /** Makes everything later. @returns a function that ends it. */
    slow: (ms: number): (() => void) => {
      addedMs += ms
      return () => {
        addedMs -= ms
      }
    },
    /**
     * Asks the server for one atomic effect. Rejects when there is no answer in time: the effect
     * may have happened nevertheless, may never happen, or may still be on its way.
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
    /** A message that the server sends by itself. */
    push: (process: Process, receive: () => void): void => answer(process, receive),
  }
}

export type Link = ReturnType<typeof createLink>
