import type { Queryable } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import { idempotencyRepository } from '../../idempotency/repository.js'
import { auditEventRepository } from '../../resources/audit-events/repository.js'
import { invitationRepository } from '../../resources/invitations/repository.js'

const intervalMs = 3_600_000
/** As many as a replica loads when it registers. */
const keptChanges = 10_000

/** Rows that one statement deletes: it ends well within the time that statements get. */
const batchRows = 1000

type HousekeepingOptions = {
  database: Queryable
  log: FastifyBaseLogger
  /** How long audit events are kept; 0 (default): for ever. */
  auditRetentionDays?: number
}

/**
 * Deletes what is of no use any more, on every instance once an hour. Nothing depends on it but the
 * size of the tables: what has expired is not honoured, deleted or not, and a replica whose place
 * in the log is gone starts over at its head.
 */
export function createHousekeeping(deps: HousekeepingOptions) {
  const { database, log, auditRetentionDays = 0 } = deps
  let timer: NodeJS.Timeout | undefined

  const run = async (): Promise<void> => {
    await idempotencyRepository(database).deleteExpired()
    await pruneLog(database)
    await database.$executeRaw`
      DELETE FROM replicas WHERE fenced AND fenced_at < now() - interval '1 day'`
    await database.$executeRaw`DELETE FROM email_tokens WHERE expires_at < now()`
    // Of an installation that sends no mail any more: the tokens of such mails have expired.
    await database.$executeRaw`
      DELETE FROM jobs WHERE kind = 'send-mail' AND created_at < now() - interval '8 days'`
    await database.$executeRaw`DELETE FROM refresh_tokens WHERE expires_at < now()`
    // Until then their owner sees in the list which tokens have expired.
    await database.$executeRaw`
      DELETE FROM personal_access_tokens WHERE expires_at < now() - interval '30 days'`
    await database.$executeRaw`
      DELETE FROM sessions WHERE revoked_at < now() - interval '7 days'`
    await database.$executeRaw`
      DELETE FROM sessions WHERE created_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE session_id = sessions.id)`
    await inBatches(() => invitationRepository(database).deleteExpired(batchRows))
    if (auditRetentionDays > 0) {
      const events = auditEventRepository(database)
      await inBatches(() => events.deleteOlder(auditRetentionDays, batchRows))
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

/** Each batch is a transaction of its own, until there is no full one left. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) === batchRows);
}

/** From its oldest end, so that it stays without a gap. */
export async function pruneLog(db: Queryable): Promise<void> {
  await db.$executeRaw`
    DELETE FROM change_log WHERE seq <= (
      SELECT max(seq) FROM change_log WHERE created_at < now() - interval '1 day'
        AND seq <= (SELECT seq FROM change_head) - ${keptChanges}::int
    )`
}
