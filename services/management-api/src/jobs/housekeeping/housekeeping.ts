import type { Queryable } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import { idempotencyRepository } from '../../idempotency/repository.js'
import { auditEventRepository } from '../../resources/audit-events/repository.js'
import { jobRepository } from '../../resources/jobs/repository.js'
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

  const run = async (): Promise<void> => {
    await idempotencyRepository(database).deleteExpired()
    await expired.pruneChangeLog()
    await expired.deleteFencedReplicas()
    await expired.deleteExpiredEmailTokens()
    await expired.deleteUnsentMails()
    await expired.deleteExpiredRefreshTokens()
    await expired.deleteExpiredPersonalTokens()
    await expired.deleteRevokedSessions()
    await expired.deleteSessionsWithoutTokens()
    await inBatches(() => jobRepository(database).deleteEnded(batchRows))
    await inBatches(() => expired.joinFilterCounts(batchRows))
    await inBatches(() => expired.deleteExpiredInvitations(batchRows))
    if (auditRetentionDays > 0) {
      const events = auditEventRepository(database)
      await inBatches(() => events.deleteOlder(auditRetentionDays, historyRetentionDays, batchRows))
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
      timer = setInterval(attempt, intervalMs)
      timer.unref()
    },
    stop: (): void => clearInterval(timer),
  }
}

/** Runs each batch in its own transaction, until one is not full. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) === batchRows);
}
