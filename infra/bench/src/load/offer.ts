import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { get, type Target } from './get.js'

export type Offer = {
  /** Asked for in this order, over and over. */
  targets: readonly Target[]
  seconds: number
  /**
   * `inFlight`: the next request is sent when one is answered (closed loop). `perSecond`: requests
   * are sent when they are due, whatever is still open, as a public does (open loop).
   */
  pace: { inFlight: number } | { perSecond: number }
  /** How long after the last request answers are waited for, seconds; left out: 0 */
  graceSeconds?: number
}

export type Answered = {
  /** 0: the connection failed. */
  status: number
  /** From when the request was due: waiting for a free socket counts. */
  ms: number
  /** When the answer was complete, from the start. */
  atMs: number
}

export type Outcome = { answers: Answered[]; sent: number }

/**
 * More than a server should keep waiting. A server without a limit of its own holds a picture for
 * each: of a thousand, several gigabytes.
 */
const maxSockets = 256

export async function offer({ targets, seconds, pace, graceSeconds = 0 }: Offer): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  const answers: Answered[] = []
  let sent = 0

  const ask = async (dueMs: number): Promise<void> => {
    const target = targets[sent++ % targets.length]
    if (target === undefined) throw new Error('there is nothing to ask for')
    const status = await get(target, agent).then(
      (got) => got.status,
      () => 0,
    )
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
    for (let i = 0; i < seconds * pace.perSecond; i += 1) {
      const dueMs = startMs + (i * 1000) / pace.perSecond
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      open.push(ask(dueMs))
    }
    await Promise.race([Promise.all(open), sleep(graceSeconds * 1000, undefined, { ref: false })])
  }
  const outcome = { answers: [...answers], sent }
  agent.destroy()
  return outcome
}
