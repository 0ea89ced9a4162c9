import { until } from './until.js'

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
