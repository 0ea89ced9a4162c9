import { AppError } from '@vitrine/contracts/errors'
import type { FastifyBaseLogger } from 'fastify'

export type Check = {
  name: string
  /**
   * Whether the service works without it. An optional check is only reported. A function is called at each
   * probe.
   */
  optional?: boolean | (() => boolean)
  /** Whether the dependency logs its own failures, so that the check need not. */
  logsItself?: boolean
  /** Rejects, or returns false, if the dependency is not available. */
  run: () => Promise<unknown> | boolean
}

export type Outcome = {
  check: Check
  up: boolean
  /** The reason, if it may be public. */
  reason?: string
}

/** Maximum time that a probe waits for a check, ms. The kubelet times out after one second. */
const deadlineMs = 500

/**
 * Runs a check. A failure is logged when it starts or changes, not at every probe. Concurrent probes share
 * one attempt, so that they do not pile up behind a dependency that hangs. A check that takes too long
 * counts as failed.
 */
export function createCheckRunner(check: Check, log: FastifyBaseLogger): () => Promise<Outcome> {
  let running: Promise<Outcome> | null = null
  let lastFault = ''

  const note = (fault: string, err?: unknown): void => {
    if (lastFault === fault) return
    lastFault = fault
    if (check.logsItself === true) return
    if (fault === '') log.info({ check: check.name }, 'the check passes again')
    // This is normal while the service starts.
    else if (err === undefined) log.warn({ check: check.name }, 'the check fails')
    else log.error({ check: check.name, err }, 'the check fails')
  }

  const attempt = async (): Promise<Outcome> => {
    try {
      const up = (await check.run()) !== false
      note(up ? '' : 'down')
      return { check, up }
    } catch (error) {
      note(String(error), error)
      return { check, up: false, ...(error instanceof AppError && { reason: error.message }) }
    }
  }

  return async () => {
    running ??= attempt().finally(() => {
      running = null
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome>((resolve) => {
      const reason = `no answer within ${deadlineMs} ms`
      timer = setTimeout(() => resolve({ check, up: false, reason }), deadlineMs)
    })
    try {
      return await Promise.race([running, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
