import { databaseUnreachable } from './database-unreachable.js'
import { createEdgeAnswers, type EdgeAnswers } from './edge-answers.js'
import type { Floors } from './floors.js'
import { createFollower, type Follower, pageSize, type Registration } from './follower.js'
import { createLease, type Lease, momentOf, renewEveryMs } from './lease.js'
import type { Bus, ChangeLogStore, Clock, LogCopy, Observer } from './ports.js'
import { createRedisValidator, type RedisValidator } from './redis-validator.js'

type ReplicaOptions = {
  changeLog: ChangeLogStore
  /** null: nothing is answered once Postgres is out of reach and the lease is over. */
  logCopy: LogCopy | null
  buses: readonly Bus[]
  clock: Clock
  observer: Observer
  newId: () => string
  /** How long after its lease it may answer what the copy confirms, ms. */
  graceMs: number
  /**
   * Called with the tags of each change that this replica learns of while it is registered, so
   * that callers can free what they keep. Correctness must not depend on it. Must not throw.
   */
  onChange?: (tags: readonly string[]) => void
  /** Whether caches in front keep answers until they are purged. Then `edgeAnswers` has to know each of them. */
  hasCaches?: boolean
  /** How many tags are remembered one by one. */
  maxFloors?: number
}

/** Changes to load on registration. Entries cached before the oldest of them count as stale. */
const loadSize = 10_000
const retryMs = 250
/** How long a read waits for a lease, ms. */
const patienceMs = 500
/** After more failures in a row than this, reads do not wait for the next attempt. */
const patientFailures = 1
/** How long reads wait for a lease that others have already, ms: longer than it takes to try again. */
const pollMs = 1000
const pollEveryMs = 25
const checkLeaseEveryMs = 100

/** A stopped replica keeps its last registration for the reads that are still under way. */
type State =
  | { kind: 'unregistered'; registration: null }
  | { kind: 'registered'; registration: Registration }
  | { kind: 'stopped'; registration: Registration | null }

/** The source that confirmed a read. With `log-copy`, only cached entries may be used, and nothing may be filled. */
export type Confirmation = 'lease' | 'log-copy'

/**
 * The part of one delivery process: it registers, renews its lease, follows the log and
 * acknowledges it.
 *
 * Why a confirmed read is right: let a change be acknowledged to its client before the read
 * started. After the commit, its writer saw the row of this process in one of three states.
 * (A) The row was not fenced, and its owner acknowledged the change: its floors are that high.
 * (B) The row was fenced. Its lease had ended before (rule fence-after-lease), so this read found
 *     no lease and waited for a new registration, which is case C, or for the copy of the log.
 * (C) There was no row. It was added after the commit, and the log that was loaded after that
 *     (rule load-after-register) contains the change.
 * A fenced row never gets its lease back (rule fenced-for-good), and a row is deleted only after
 * its lease has ended (rule end-lease-before-leave).
 */
export class Replica {
  readonly #options: ReplicaOptions
  readonly #lease: Lease
  readonly #follower: Follower
  readonly #validator: RedisValidator
  /** The answers that caches in front may keep; null if no cache is purged. */
  readonly edgeAnswers: EdgeAnswers | null
  #state: State = { kind: 'unregistered', registration: null }
  /** The renewal or registration under way. */
  #attempt: Promise<void> | null = null
  /** How many of them have failed in a row. */
  #failures = 0
  /** The reads that wait for a lease which others have already. */
  #polling: Promise<void> | null = null
  #cancelTimer = (): void => undefined
  #cancelLeaseCheck = (): void => undefined

  constructor(options: ReplicaOptions) {
    const { changeLog, logCopy, buses, clock, graceMs } = options
    const { hasCaches = false, maxFloors = 100_000 } = options
    const registration = () => this.#state.registration
    const floors = () => this.#state.registration?.floors ?? null
    this.#options = options
    const lease = createLease(clock)
    const answers = hasCaches ? createEdgeAnswers({ clock, holdsLease: lease.holds }) : null
    const onChange = (tags: readonly string[]): void => {
      answers?.drop(tags)
      options.onChange?.(tags)
    }
    const restMs = answers?.restMs
    this.#lease = lease
    this.edgeAnswers = answers
    this.#follower = createFollower({
      changeLog,
      buses,
      registration,
      onChange,
      restMs,
      maxFloors,
    })
    const pull = () => this.#follower.pull()
    this.#validator = createRedisValidator({ logCopy, lease, floors, onChange, pull, graceMs })
  }

  start(): void {
    void this.#keepLease()
    if (this.edgeAnswers !== null) this.#checkLease(this.edgeAnswers)
  }

  /** Gives up the lease and leaves the register: no writer waits for this replica any more. */
  async stop(): Promise<void> {
    const { registration } = this.#state
    this.#state = { kind: 'stopped', registration }
    this.#cancelTimer()
    this.#cancelLeaseCheck()
    // Rule end-lease-before-leave.
    this.#endLease()
    if (registration !== null) await this.#leave(registration.id)
  }

  /**
   * Resolves when every change that was acknowledged before the call is below the floors;
   * undefined if that is certain at once.
   *
   * Rule lease: call it after the read has arrived.
   *
   * @throws AppError DATABASE_UNAVAILABLE if neither Postgres nor the copy of the log confirms it.
   */
  confirm(): Promise<Confirmation> | undefined {
    return this.isConfirmed() ? undefined : this.#confirmWithoutLease()
  }

  /** Whether every change that was acknowledged before the call is below the floors, by the lease. */
  isConfirmed(): boolean {
    return this.#state.registration !== null && this.#lease.holds()
  }

  /** Call it only for a confirmed read. @throws before the first registration. */
  floors(): Floors {
    const { registration } = this.#state
    if (registration === null) throw new Error('the replica is not registered')
    return registration.floors
  }

  /** The id of the current registration; '' before the first one. */
  id(): string {
    return this.#state.registration?.id ?? ''
  }

  /** The identity of the log: entries of another database, or from before a restore, must not be used. */
  logId(): string {
    return this.#state.registration?.logId ?? ''
  }

  /** Whether the last renewal or registration succeeded, and its lease still holds. */
  readonly reachesChangeLog = (): boolean => this.#failures === 0 && this.isConfirmed()

  /** The database's clock, ms since 1970: the same on every replica, and it never steps. */
  readonly nowMs = (): number =>
    this.#options.clock.monotonicMs() + (this.#state.registration?.timeOffsetMs ?? 0)

  /** Applies the log up to a head that is read after the call. */
  pull(): Promise<void> {
    return this.#follower.pull()
  }

  /** unregistered → registered, and registered → registered under another id. */
  async #register(): Promise<void> {
    const { changeLog, clock, newId, graceMs } = this.#options
    const id = newId()
    const sent = momentOf(clock)
    const { logId, timeMs } = await changeLog.register(id, graceMs)
    // Rule load-after-register: a change that no writer waits for us to acknowledge is in the log.
    const page = await changeLog.latest(loadSize)
    if (this.#isStopped()) return this.#leave(id)
    const floors = this.#follower.load(page)
    const timeOffsetMs = timeMs - sent.monotonicMs
    this.#state = { kind: 'registered', registration: { id, logId, floors, timeOffsetMs } }
    this.#lease.begin(sent)
  }

  async #renew(registration: Registration): Promise<void> {
    const { changeLog, clock } = this.#options
    const cursor = registration.floors.cursor()
    const sent = momentOf(clock)
    const renewal = await changeLog.renew(registration.id, cursor, cursor, pageSize)
    if (this.#isStopped()) return
    if (renewal === null) return this.#replaceFenced(registration)
    // Rule lease-from-send.
    this.#lease.begin(sent)
    registration.timeOffsetMs = renewal.timeMs - sent.monotonicMs
    this.#follower.applyPage(renewal.page)
    if (renewal.page.to < renewal.page.head) await this.#follower.pull()
    // The notifications of these changes were lost or are late: their writers still wait.
    if (registration.floors.cursor() > cursor) this.#follower.acknowledge()
  }

  /** Rule fenced-for-good: the fenced registration ends here. */
  async #replaceFenced({ id }: Registration): Promise<void> {
    this.#options.observer.fenced()
    this.#endLease()
    // The database answers again: from here on, reads wait for the registration.
    this.#failures = 0
    await this.#register()
    // Nothing is answered under the old id any more: writers need not wait for its grace period.
    void this.#leave(id)
  }

  #endLease(): void {
    this.#lease.end()
    this.#validator.forgetIdentity()
    this.edgeAnswers?.dropAll()
  }

  /** Breaks off answers soon after the lease has ended, and long before a writer purges without hearing from this replica. */
  #checkLease(answers: EdgeAnswers): void {
    if (!this.#lease.holds()) answers.dropAll()
    this.#cancelLeaseCheck = this.#options.clock.after(checkLeaseEveryMs, () =>
      this.#checkLease(answers),
    )
  }

  /** Without the database the row stays: a writer will fence it. */
  async #leave(id: string): Promise<void> {
    // Rule rest-before-leave: a writer that does not find the row purges without waiting for these answers.
    await this.#rest()
    await this.#options.changeLog.leave(id).catch(() => undefined)
  }

  /** Resolves when no cache can receive an answer from before the lease ended any more. */
  async #rest(): Promise<void> {
    const restMs = this.edgeAnswers?.restMs() ?? 0
    if (restMs > 0) {
      await new Promise<void>((resolve) => void this.#options.clock.after(restMs, resolve))
    }
  }

  #isStopped(): boolean {
    return this.#state.kind === 'stopped'
  }

  async #keepLease(): Promise<void> {
    await this.#reachChangeLog()
    if (this.#isStopped()) return
    const waitMs = this.#failures > 0 ? retryMs : renewEveryMs
    this.#cancelTimer = this.#options.clock.after(waitMs, () => void this.#keepLease())
  }

  /** Renews the lease or registers; joins the attempt under way. Never rejects. */
  #reachChangeLog(): Promise<void> {
    this.#attempt ??= this.#tryChangeLog().finally(() => {
      this.#attempt = null
    })
    return this.#attempt
  }

  async #tryChangeLog(): Promise<void> {
    const { registration } = this.#state
    try {
      await (registration === null ? this.#register() : this.#renew(registration))
      this.#failures = 0
      void this.#validator.noteIdentity()
    } catch {
      // The connection to the database logs its errors.
      this.#failures += 1
    }
  }

  async #confirmWithoutLease(): Promise<Confirmation> {
    const { observer } = this.#options
    observer.leaseLapsed()
    const hasWaited = this.#isLeaseNear()
    if (hasWaited) await this.#waitForAttempt()
    if (this.#lease.holds()) return 'lease'
    const outcome = await this.#validator.tryConfirm()
    if (outcome === 'confirmed') {
      observer.validated()
      return 'log-copy'
    }
    // The database may answer again by now. A gap in the copy shows that it answers a writer.
    if (!hasWaited && this.#isLeaseNear()) await this.#waitForAttempt()
    else if (outcome === 'lacks-change') await this.#pollLease()
    if (this.#lease.holds()) return 'lease'
    throw databaseUnreachable()
  }

  #isLeaseNear(): boolean {
    return this.#failures <= patientFailures && !this.#isStopped()
  }

  /** Waits together with the reads that do already, no longer than `pollMs` after the first of them. */
  #pollLease(): Promise<void> {
    const poll = async (): Promise<void> => {
      for (let waitedMs = 0; waitedMs < pollMs; waitedMs += pollEveryMs) {
        if (this.#lease.holds() || this.#isStopped()) return
        await new Promise<void>((resolve) => void this.#options.clock.after(pollEveryMs, resolve))
      }
    }
    this.#polling ??= poll().finally(() => {
      this.#polling = null
    })
    return this.#polling
  }

  async #waitForAttempt(): Promise<void> {
    let cancel = (): void => undefined
    const patience = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(patienceMs, resolve)
    })
    await Promise.race([this.#reachChangeLog(), patience])
    cancel()
  }
}

export const createReplica = (options: ReplicaOptions): Replica => new Replica(options)
