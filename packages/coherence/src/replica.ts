import { type Ack, type Change, decodeNews, type News } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import { createBatch } from './batch.js'
import { createFloors, type Floors } from './floors.js'
import { createLease, momentOf, renewEveryMs } from './lease.js'
import type { Authority, Bus, Clock, LogCopy, LogPage, Observer } from './ports.js'
import { createStandIn } from './redis-validator.js'

export type ReplicaOptions = {
  authority: Authority
  /** null: nothing is answered once Postgres is out of reach and the lease over. */
  copy: LogCopy | null
  buses: readonly Bus[]
  clock: Clock
  observer: Observer
  newId: () => string
  /** How long after its lease it may answer what the copy confirms, ms. */
  graceMs: number
  /**
   * Told the tags of each change that this replica learns of while it is registered, for whoever
   * wants to drop what it keeps. Nothing that is right may depend on it. Must not throw.
   */
  onChange?: (tags: readonly string[]) => void
  /** Most tags remembered one by one. */
  maxFloors?: number
}

/** Changes of the log in one answer of the database. */
const pageSize = 1000
/** Loaded when a replica registers: answers kept from before them count as too old. */
const loadSize = 10_000
const retryMs = 250
/** Longest time that a read waits for a lease, ms; after so many failures it waits no more. */
const patienceMs = 500
const patientFailures = 1

/** What a replica knows since it registered. */
type Registration = { id: string; floors: Floors; history: string }

/**
 * One delivery process's part: it registers, keeps its lease, follows the log and acknowledges it.
 *
 * Why a confirmed read is right. Let a change be acknowledged before the read started; its writer
 * had seen, after the commit, this process's row in one of three states.
 * (A) The row's registration had acknowledged the change: its floors are that high.
 * (B) The row was fenced: the lease had ended before (rule: the fence comes after the lease), so
 *     this read found no lease, and waits for a new registration. That is C, or the copy's case.
 * (C) There was no row: it was added after the commit, and the log, loaded after that (rule), has
 *     the change.
 * A fenced row never gets its lease back (rule), and a row is deleted only after its lease (rule).
 */
export function createReplica(options: ReplicaOptions) {
  const { authority, copy, buses, clock, observer, newId, graceMs } = options
  const { onChange = () => undefined, maxFloors = 100_000 } = options
  const lease = createLease(clock)
  let registration: Registration | null = null
  let isStopped = false
  /** Attempts to get a lease that failed in a row. */
  let failures = 0
  let cancelTimer = (): void => undefined

  const apply = (floors: Floors, change: Change): void => {
    if (floors.apply(change)) onChange(change.tags)
  }

  const take = (page: LogPage): void => {
    if (registration === null) return
    const { floors } = registration
    if (page.from > floors.cursor()) {
      // The log was pruned below the cursor: what is in between may have named any tag.
      registration.floors = createFloors(page, maxFloors)
      for (const { tags } of page.changes) onChange(tags)
    } else for (const change of page.changes) apply(floors, change)
  }

  const register = async (): Promise<void> => {
    const id = newId()
    const sent = momentOf(clock)
    const { history, timeMs } = await authority.register(id, graceMs)
    // Rule: the log is loaded after the row was committed. A change that no writer waits for us
    // to acknowledge is in it.
    const page = await authority.latest(loadSize)
    if (isStopped) return authority.leave(id)
    const missedFrom = registration?.floors.cursor() ?? page.to
    registration = { id, floors: createFloors(page, maxFloors), history }
    for (const { seq, tags } of page.changes) if (seq > missedFrom) onChange(tags)
    timeOffsetMs = timeMs - sent.monotonicMs
    lease.begin(sent)
  }

  /** Database time minus monotonic time: a little ahead, by the time that a renewal took to send. */
  let timeOffsetMs = 0

  const renew = async (): Promise<void> => {
    if (registration === null) return register()
    const { id } = registration
    const cursor = registration.floors.cursor()
    const sent = momentOf(clock)
    const renewal = await authority.renew(id, cursor, cursor, pageSize)
    // It has left meanwhile: nobody waits for it any more.
    if (isStopped) return
    if (renewal === null) {
      observer.fenced()
      lease.end()
      standIn.forget()
      await register()
      // Nothing is answered from the former registration any more: no writer need reckon with it.
      return void authority.leave(id).catch(() => undefined)
    }
    // Rule: the lease counts from before the renewal was sent.
    lease.begin(sent)
    timeOffsetMs = renewal.timeMs - sent.monotonicMs
    take(renewal.page)
    if (renewal.page.to < renewal.page.head) await pull()
    // News of these was lost, or is late: whoever waits for them need not wait for more.
    if (registration.floors.cursor() > cursor) for (const bus of buses) acknowledge(bus)
  }

  /** The log up to a head that was read after the call. */
  const pull = createBatch(async (): Promise<void> => {
    for (;;) {
      if (registration === null) return
      const page = await authority.since(registration.floors.cursor(), pageSize)
      take(page)
      if (page.to >= page.head) return
    }
  })

  const standIn = createStandIn({
    copy,
    lease,
    floors: () => registration?.floors ?? null,
    graceMs,
  })

  let attempt: Promise<void> | null = null
  /** A renewal, or else a registration: the one under way, if there is one. Never rejects. */
  const reach = (): Promise<void> => {
    attempt ??= renew()
      .then(
        () => {
          failures = 0
          void standIn.note()
        },
        // What is wrong with the database is told by whoever connects to it.
        () => {
          failures += 1
        },
      )
      .finally(() => {
        attempt = null
      })
    return attempt
  }

  const acknowledge = (bus: Bus): void => {
    if (registration === null) return
    const ack: Ack = { replica: registration.id, seq: registration.floors.cursor() }
    void bus.publish('acks', JSON.stringify(ack))
  }

  const hear = async (bus: Bus, { history, upTo, changes }: News): Promise<void> => {
    // Rule: what another database's writers say, by the same Redis, is not of this log.
    if (registration === null || history !== registration.history) return
    const { floors } = registration
    for (const change of changes) {
      apply(floors, change)
    }
    // A failed pull needs no word: without an acknowledgement the writer waits for the renewal.
    if (floors.cursor() < upTo) await pull().catch(() => undefined)
    // Rule: acknowledged is what was applied. Asked on one line, answered on the same.
    if (registration !== null && registration.floors.cursor() >= upTo) acknowledge(bus)
  }
  for (const bus of buses) {
    bus.subscribe('changes', (message) => {
      const news = decodeNews(message)
      if (news !== null) void hear(bus, news)
    })
  }

  const keepLease = async (): Promise<void> => {
    await reach()
    if (!isStopped) cancelTimer = clock.after(failures > 0 ? retryMs : renewEveryMs, keepLease)
  }

  const waitForLease = async (): Promise<void> => {
    let cancel = (): void => undefined
    const patience = new Promise<void>((resolve) => {
      cancel = clock.after(patienceMs, resolve)
    })
    await Promise.race([reach(), patience])
    cancel()
  }

  const confirmAnew = async (): Promise<'lease' | 'copy'> => {
    observer.leaseLapsed()
    if (failures <= patientFailures && !isStopped) await waitForLease()
    if (lease.holds()) return 'lease'
    if (await standIn.confirms()) {
      observer.validated()
      return 'copy'
    }
    throw new AppError('DATABASE_UNAVAILABLE', 'The database is out of reach. Try again.', {
      retryAfterSeconds: 1,
    })
  }

  const isConfirmed = (): boolean => registration !== null && lease.holds()

  return {
    start: (): void => void keepLease(),
    /** Ends the lease and leaves the register: no writer waits for this replica any more. */
    stop: async (): Promise<void> => {
      isStopped = true
      cancelTimer()
      const leave = async () => {
        // Without the database the row stays: it will be fenced.
        if (registration !== null) await authority.leave(registration.id).catch(() => undefined)
      }
      // Rule: first nothing is answered any more, then nobody waits.
      lease.end()
      standIn.forget()
      await leave()
    },
    /**
     * Resolves when whatever was acknowledged before the call is below the floors; undefined when
     * that is so already. 'lease': what is filled from now on counts too; 'copy': only what is kept.
     *
     * Rule L: it asks for the lease after the read has arrived.
     *
     * @throws AppError DATABASE_UNAVAILABLE when neither Postgres nor the copy can tell.
     */
    confirm: (): Promise<'lease' | 'copy'> | undefined =>
      isConfirmed() ? undefined : confirmAnew(),
    /** Whether whatever was acknowledged before the call is below the floors, by the lease. */
    isConfirmed,
    /** Call it after a read was confirmed: it has been registered then. */
    floors: (): Floors => {
      if (registration === null) throw new Error('the replica is not registered')
      return registration.floors
    },
    /** Of its registration. */
    id: (): string => registration?.id ?? '',
    /** Names the database: what was kept of another one, or before a restore of it, is not its. */
    history: (): string => registration?.history ?? '',
    /** Whether the last renewal, or registration, came back, and not too long ago. */
    reachesAuthority: (): boolean => registration !== null && failures === 0 && lease.holds(),
    holdsLease: (): boolean => registration !== null && lease.holds(),
    /** The database's clock, ms since 1970: the same on every replica, and it never steps. */
    nowMs: (): number => clock.monotonicMs() + timeOffsetMs,
    pull,
  }
}

export type Replica = ReturnType<typeof createReplica>
