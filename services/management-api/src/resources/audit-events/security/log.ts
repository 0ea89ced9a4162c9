import { createHash } from 'node:crypto'
import type { Queryable } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../../../authority/call.js'
import { type SecurityEvent, securityEventRepository } from './repository.js'
import { createSample, type SampleLimits } from './sample.js'

type Deps = {
  database: Queryable
  log: FastifyBaseLogger
  limits?: SampleLimits
  /** Now, ms. */
  now?: () => number
}

/** Maximum number of events in the queue. */
const maxWaiting = 1000

/** Codes of errors for a wrong password. */
const wrongPassword = ['CREDENTIALS_INVALID', 'PASSWORD_WRONG']

/**
 * Logs logins and rejected calls. An event of an account is in the log of each of its organizations. Only a
 * few rejections and failed logins per minute are written, so that a flood costs a bounded number of rows.
 * Metrics count all of them.
 *
 * Events are written after the answer, so that response times do not reveal whether an account exists, and
 * no login waits for an organization that is being deleted. A killed process loses the queued events.
 */
export function createSecurityLog({ database, log, limits, now = Date.now }: Deps) {
  const events = securityEventRepository(database)
  const sample = createSample(limits, now)
  const waiting: (() => Promise<void>)[] = []
  let writing: Promise<void> | null = null
  let leftOut = 0

  const write = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next().catch((err: unknown) => log.warn({ err }, 'could not note an audit event'))
    }
    writing = null
  }

  const enqueue = (task: () => Promise<void>): void => {
    if (waiting.length >= maxWaiting) {
      leftOut += 1
      return
    }
    waiting.push(task)
    writing ??= write()
  }

  const sampled = (key: string, task: () => Promise<void>): void => {
    if (sample(key)) enqueue(task)
    else leftOut += 1
  }

  const ofAccount = (
    origin: Origin,
    action: string,
    account: { id: string; isActor?: boolean },
    reason?: string,
  ): void => {
    const event: SecurityEvent = { ...origin, action, reason: reason ?? null }
    const task = () => events.appendOfAccount(event, account)
    if (reason === undefined) enqueue(task)
    else sampled(`${action} ${account.id}`, task)
  }

  const loginFailed = (origin: Origin, email: string, reason: string): void => {
    const account = email.toLowerCase()
    const id = createHash('sha256').update(account).digest('base64url')
    const event = { ...origin, action: 'account.login-failed', reason }
    sampled(`login-failed ${id}`, () => events.appendOfEmail(event, account))
  }

  return {
    /** A wrong password, also for an e-mail without an account. */
    loginFailed,

    /**
     * An event of an account. With a reason it is a rejection.
     *
     * @param account `isActor`: whether the caller is its owner, by a token or a password.
     */
    ofAccount,

    /** A rejection in an organization or a project. Strangers are not named to its admins. */
    ofOrganization: (
      origin: Origin,
      action: 'organization.refuse' | 'project.refuse',
      { id, userId }: { id: string; userId: string },
      reason: string,
    ): void =>
      sampled(`${action} ${id} ${userId}`, () =>
        events.appendOfOrganization({ ...origin, action, reason }, id, userId),
      ),

    /** Logs it if `work` throws that the password of the account is wrong. */
    watched: async <Result>(
      origin: Origin,
      { email }: { email: string },
      work: () => Promise<Result>,
    ): Promise<Result> => {
      try {
        return await work()
      } catch (error) {
        if (error instanceof AppError && wrongPassword.includes(error.code)) {
          loginFailed(origin, email, error.code)
        }
        throw error
      }
    },

    /** The number of events that were dropped because there were too many. */
    leftOut: (): number => leftOut,

    /** Resolves when all queued events are written. */
    drained: async (): Promise<void> => {
      while (writing !== null) await writing
    },
  }
}

export type SecurityLog = ReturnType<typeof createSecurityLog>
