import type { Queryable } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import { idempotencyRepository } from '../changes/idempotency/repository.js'
import { auditEventRepository } from '../resources/audit-events/repository.js'
import { oldStatisticsRepository } from './old-statistics-repository.js'
import { housekeepingRepository } from './repository.js'

const intervalMs = 3_600_000

/** Rows that one statement deletes, so that it ends well within the statement timeout. */
const batchRows = 1000

type HousekeepingOptions = {
  database: Queryable
  log: FastifyBaseLogger
  /** Retention of audit events; 0 (default): unlimited. */
  auditRetentionDays?: number
  /** Retention of the history of widgets and assets; 0 (default): unlimited. */
  historyRetentionDays?: number
}

/**
 * Deletes obsolete rows once an hour, on every instance. It only bounds the size of the tables: expired
 * rows are rejected whether or not they are deleted, and a replica whose position in the log was deleted
 * starts again at the head.
 */
export function createHousekeeping(deps: HousekeepingOptions) {
  const { database, log, auditRetentionDays = 0, historyRetentionDays = 0 } = deps
  const expired = housekeepingRepository(database)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  /** Each is one statement. One that deletes in batches is repeated while its batch is full. */
  const steps = (): (() => Promise<unknown>)[] => {
    const statistics = oldStatisticsRepository(database)
    const events = auditEventRepository(database)
    return [
      () => idempotencyRepository(database).deleteExpired(),
      expired.pruneChangeLog,
      expired.deleteFencedReplicas,
      expired.deleteExpiredEmailTokens,
      expired.deleteExpiredLoginCodes,
      expired.deleteUnsentMails,
      expired.deleteExpiredRefreshTokens,
      expired.deleteExpiredPersonalTokens,
      expired.deleteRevokedSessions,
      expired.deleteSessionsWithoutTokens,
      () => expired.deleteEndedJobs(batchRows),
      () => expired.deleteExpiredInvitations(batchRows),
      statistics.deleteProducers,
      () => statistics.deleteOfWidgets(batchRows),
      () => statistics.deleteOfAssets(batchRows),
      ...(auditRetentionDays > 0
        ? [() => events.deleteOlder(auditRetentionDays, historyRetentionDays, batchRows)]
        : []),
    ]
  }

  /** Each step is run, unless it is stopped between two statements. */
  const run = async (): Promise<void> => {
    for (const step of steps()) {
      // A full batch has another one behind it.
      while (!isStopped && (await step()) === batchRows);
    }
  }

  const attempt = async (): Promise<void> => {
    try {
      await run()
    } catch (err) {
      log.warn({ err }, 'housekeeping put off')
    }
  }

  return {
    run,
    start: (): void => {
      timer = setInterval(() => {
        running ??= attempt().finally(() => {
          running = undefined
        })
      }, intervalMs)
      timer.unref()
    },
    /** Resolves when the current statement has ended. */
    stop: async (): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
