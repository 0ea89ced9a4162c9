import { AppError } from '@vitrine/errors'
import type { FastifyBaseLogger } from 'fastify'
import type { Check } from './health.js'

export type Outcome = {
  check: Check
  up: boolean
  /** What is wrong, where that may be public. */
  reason?: string
}

/** Runs checks, and logs of each what is wrong: when that changes, not at every look. */
export function createCheckRunner(log: FastifyBaseLogger) {
  const lastReason = new Map<string, string>()

  const note = ({ name, logsItself }: Check, reason: string, err?: unknown): void => {
    if (lastReason.get(name) === reason || (reason === '' && !lastReason.has(name))) return
    lastReason.set(name, reason)
    if (logsItself === true) return
    if (reason === '') log.info({ check: name }, 'the check passes again')
    else log.error({ check: name, err }, 'the check fails')
  }

  return async (check: Check): Promise<Outcome> => {
    try {
      const up = (await check.run()) !== false
      note(check, up ? '' : 'down')
      return { check, up }
    } catch (error) {
      note(check, String(error), error)
      return { check, up: false, ...(error instanceof AppError && { reason: error.message }) }
    }
  }
}
