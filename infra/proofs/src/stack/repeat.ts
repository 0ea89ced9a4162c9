import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Caller, Reply } from '@vitrine/testing/http'

/** Whether a fault may cause this answer of management-api. The call is then repeated. */
const isExcused = ({ status }: Reply): boolean => status === 503
const pauseMs = 50

type RepeatOptions = {
  caller: Caller
  /** The current addresses. Each attempt goes to the next one. */
  managers: () => readonly string[]
  /** Whether this answer is an acknowledgement. A repeated call may find its change made already. */
  isDone: (reply: Reply, isRepetition: boolean) => boolean
  /** Ends the repetition with an error. */
  signal: AbortSignal
  /** Whether a 503 and a lost connection are repeated; default true. */
  isPatient?: boolean | undefined
}

export type Settled = {
  reply: Reply
  /**
   * Whether the outcome of every attempt is known. If not, one of them may take effect at any later
   * time: its subject must not be changed again.
   */
  isCertain: boolean
}

/**
 * Repeats a call over 503s and lost connections until it is acknowledged.
 *
 * @param next the call of each attempt.
 * @throws for any other answer, and when aborted.
 */
export async function repeat(next: () => Call, options: RepeatOptions): Promise<Settled> {
  const { caller, managers, isDone, signal, isPatient = true } = options
  const offset = Math.floor(Math.random() * 1000)
  let isCertain = true
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    const addresses = managers()
    const address = addresses[(offset + attempt) % addresses.length] ?? ''
    const call = next()
    try {
      const reply = await caller.send(address, call)
      if (isDone(reply, attempt > 0)) return { reply, isCertain }
      if (!isPatient || !isExcused(reply)) throw new UnexpectedReply(call, reply)
    } catch (error) {
      if (!isPatient || error instanceof UnexpectedReply) throw error
      isCertain = false
    }
    await sleep(pauseMs)
  }
}

class UnexpectedReply extends Error {
  constructor({ method = 'GET', path }: Call, { status, body }: Reply) {
    super(`${method} ${path}: ${status} ${body.slice(0, 200)}`)
  }
}
