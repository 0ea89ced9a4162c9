import { setTimeout as sleep } from 'node:timers/promises'
import { createConnections } from './connections.js'
import type { Target } from './get.js'

export type Offer = {
  /** Asked for in this order, over and over. */
  targets: readonly Target[]
  seconds: number
  /**
   * `inFlight`: the next request is sent when one is answered (closed loop). `perSecond`: requests
   * are sent when they are due, whatever is still open, as a public does (open loop): those of
   * ten milliseconds together.
   */
  pace: { inFlight: number } | { perSecond: number }
  /** How long after the last request answers are waited for, seconds; left out: 0 */
  graceSeconds?: number
}

export type Answered = {
  /** 0: the connection failed. */
  status: number
  /** From when the request was due: waiting for a free connection counts. */
  ms: number
  /** When the answer was complete, from the start. */
  atMs: number
}

export type Outcome = { answers: Answered[]; sent: number }

/**
 * More than a server should keep waiting. A server without a limit of its own holds a picture for
 * each: of a thousand, several gigabytes.
 */
const maxConnections = 256

/** Each time that the generator wakes up takes a tenth of a millisecond of a core. */
const everyMs = 10

export async function offer({ targets, seconds, pace, graceSeconds = 0 }: Offer): Promise<Outcome> {
  const connections = createConnections(maxConnections)
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  const answers: Answered[] = []
  let sent = 0

  const ask = async (dueMs: number): Promise<void> => {
    const target = targets[sent++ % targets.length]
    if (target === undefined) throw new Error('there is nothing to ask for')
    const status = await connections.ask(target)
    const nowMs = performance.now()
    answers.push({ status, ms: nowMs - dueMs, atMs: nowMs - startMs })
  }

  if ('inFlight' in pace) {
    const loop = async () => {
      while (performance.now() < endMs) await ask(performance.now())
    }
    await Promise.all(Array.from({ length: pace.inFlight }, loop))
  } else {
    const open: Promise<void>[] = []
    for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs += everyMs) {
      const dueMs = startMs + elapsedMs
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      const dueSeconds = Math.min((elapsedMs + everyMs) / 1000, seconds)
      while (sent < Math.round(pace.perSecond * dueSeconds)) open.push(ask(dueMs))
    }
    await Promise.race([Promise.all(open), sleep(graceSeconds * 1000, undefined, { ref: false })])
  }
  const outcome = { answers: [...answers], sent }
  connections.close()
  return outcome
}
