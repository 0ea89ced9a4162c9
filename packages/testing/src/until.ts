import { setTimeout } from 'node:timers/promises'

/** Pauses between reads, ms: short at first, so that short work is seen at once, and then cheap. */
const pauses = { first: 5, last: 20 }

/**
 * Reads again and again. Resolves with the first value that is not false; the time limit of the
 * test ends a wait that is in vain.
 */
export async function until<T>(read: () => Promise<T | false> | T | false): Promise<T> {
  for (let pauseMs = pauses.first; ; pauseMs = Math.min(2 * pauseMs, pauses.last)) {
    const value = await read()
    if (value !== false) return value
    await setTimeout(pauseMs)
  }
}

/** The part of an injected answer that is read. */
type Probe = { statusCode: number; body: string }

/**
 * Probes readiness until the service is ready and every check has ended. A check that takes too long is reported as
 * down; on a busy machine this can happen to any check, so a single probe shows nothing of a dependency.
 */
export const untilReady = <Answer extends Probe>(probe: () => Promise<Answer>): Promise<Answer> =>
  until(async () => {
    const answer = await probe()
    const hasEnded = !answer.body.includes('no answer within')
    return answer.statusCode === 200 && hasEnded && answer
  })
