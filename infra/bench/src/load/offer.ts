import { setTimeout as sleep } from 'node:timers/promises'
import { createConnections } from './connections.js'
import type { Target } from './get.js'

export type Offer = {
  /** Requested in this order, repeatedly. */
  targets: readonly Target[]
  seconds: number
  /**
   * `inFlight`: a request is sent when the previous one is answered (closed loop). `perSecond`:
   * requests are sent when due, regardless of pending ones (open loop), in batches of ten
   * milliseconds.
   */
  pace: { inFlight: number } | { perSecond: number }
  /** How long to wait for responses after the last request, seconds; default 0. */
  graceSeconds?: number
}

export type Answered = {
  /** 0: the connection failed. */
  status: number
  /** Since the request was due, including the wait for a free connection. */
  ms: number
  /** Time of the complete response, since the start. */
  atMs: number
}

export type Outcome = { answers: Answered[]; sent: number }

/**
 * More than a server should hold open. A server without its own limit keeps a picture for each
 * connection, which for a thousand would be several gigabytes.
 */
const maxConnections = 256

/** Each wake-up of the generator costs a tenth of a millisecond of CPU time. */
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
