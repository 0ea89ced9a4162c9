import { createHash } from 'node:crypto'
import { AppError } from '@vitrine/contracts/errors'
import type { Queryable } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../changes/author.js'
import { emailKeyOf } from '../fields/email.js'
import { type SecurityEvents, securityEventRepository } from './repository.js'
import { createSample, type SampleLimits } from './sample.js'
import { WriteQueue } from './write-queue.js'

type Deps = {
  database: Queryable
  log: FastifyBaseLogger
  limits?: SampleLimits
  /** Now, ms. */
  now?: () => number
}

const wrongPassword = ['CREDENTIALS_INVALID', 'PASSWORD_WRONG']

/**
 * Logs logins and rejected calls. An event of an account is in the log of each of its organizations. Only a
 * few rejections and failed logins per minute are written, so that a flood costs a bounded number of rows.
 * Metrics count all of them.
 *
 * Events are written after the answer, so that response times do not reveal whether an account exists, and
 * no login waits for an organization that is being deleted. A killed process loses the queued events.
 */
export class SecurityLog {
  readonly #events: SecurityEvents
  readonly #sample: (key: string) => boolean
  readonly #queue: WriteQueue
  #leftOut = 0

  constructor({ database, log, limits, now = Date.now }: Deps) {
    this.#events = securityEventRepository(database)
    this.#sample = createSample(limits, now)
    this.#queue = new WriteQueue(log)
  }

  /** The number of events that were dropped because there were too many. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** A wrong password, also for an e-mail without an account. */
  loginFailed(origin: Origin, email: string, reason: string): void {
    const account = emailKeyOf(email)
    const id = createHash('sha256').update(account).digest('base64url')
    const event = { ...origin, action: 'account.login-failed', reason }
    this.#addSampled(`login-failed ${id}`, () => this.#events.appendOfEmail(event, account))
  }

  /**
   * An event of an account. With a reason it is a rejection.
   *
   * @param account `isActor`: whether the caller is its owner, by a token or a password.
   */
  ofAccount(
    origin: Origin,
    action: string,
    account: { id: string; isActor?: boolean },
    reason?: string,
  ): void {
    const event = { ...origin, action, reason: reason ?? null }
    const write = () => this.#events.appendOfAccount(event, account)
    if (reason === undefined) this.#add(write)
    else this.#addSampled(`${action} ${account.id}`, write)
  }

  /** A rejection in an organization or a project. Strangers are not named to its admins. */
  ofOrganization(
    origin: Origin,
    action: 'organization.refuse' | 'project.refuse',
    { id, userId }: { id: string; userId: string },
    reason: string,
  ): void {
    this.#addSampled(`${action} ${id} ${userId}`, () =>
      this.#events.appendOfOrganization({ ...origin, action, reason }, id, userId),
    )
  }

  /** Logs it if `work` throws that the password of the account is wrong. */
  async watched<Result>(
    origin: Origin,
    { email }: { email: string },
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && wrongPassword.includes(error.code)) {
        this.loginFailed(origin, email, error.code)
      }
      throw error
    }
  }

  /** Resolves when all queued events are written. */
  drained(): Promise<void> {
    return this.#queue.drained()
  }

  #add(write: () => Promise<void>): void {
    if (!this.#queue.add(write)) this.#leftOut += 1
  }

  #addSampled(key: string, write: () => Promise<void>): void {
    if (this.#sample(key)) this.#add(write)
    else this.#leftOut += 1
  }
}
