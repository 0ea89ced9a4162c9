import type { Queryable } from '@vitrine/database'

/** The number of changes that a replica loads when it registers. */
const keptChanges = 10_000

/** Deletes obsolete rows. Each function is one statement. */
export const housekeepingRepository = (db: Queryable) => ({
  /** From the oldest end of the log, so that it has no gaps. */
  pruneChangeLog: () => db.$executeRaw`
    DELETE FROM change_log WHERE seq <= (
      SELECT max(seq) FROM change_log WHERE created_at < now() - interval '1 day'
        AND seq <= (SELECT seq FROM change_head) - ${keptChanges}::int
    )`,

  deleteFencedReplicas: () => db.$executeRaw`
    DELETE FROM replicas WHERE fenced AND fenced_at < now() - interval '1 day'`,

  /** @returns how many, at most `limit`. */
  deleteEndedJobs: (limit: number): Promise<number> => db.$executeRaw`
    DELETE FROM bulk_changes WHERE id IN (
      SELECT id FROM bulk_changes WHERE ended_at < now() - interval '7 days' LIMIT ${limit})`,

  deleteExpiredEmailTokens: () => db.$executeRaw`
    DELETE FROM email_tokens WHERE expires_at < now()`,

  deleteExpiredLoginCodes: () => db.$executeRaw`
    DELETE FROM login_codes WHERE expires_at < now()`,

  /** For an installation that no longer sends mail: the tokens of these mails have expired. */
  deleteUnsentMails: () => db.$executeRaw`
    DELETE FROM jobs WHERE kind = 'send-mail' AND created_at < now() - interval '8 days'`,

  deleteExpiredRefreshTokens: () => db.$executeRaw`
    DELETE FROM refresh_tokens WHERE expires_at < now()`,

  /** After thirty days, during which their owner sees them as expired. */
  deleteExpiredPersonalTokens: () => db.$executeRaw`
    DELETE FROM personal_access_tokens WHERE expires_at < now() - interval '30 days'`,

  deleteRevokedSessions: () => db.$executeRaw`
    DELETE FROM sessions WHERE revoked_at < now() - interval '7 days'`,

  deleteSessionsWithoutTokens: () => db.$executeRaw`
    DELETE FROM sessions WHERE created_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE session_id = sessions.id)`,

  /** Accepted or not. @returns how many, at most `limit`. */
  deleteExpiredInvitations: (limit: number): Promise<number> => db.$executeRaw`
    DELETE FROM invitations WHERE id = ANY(ARRAY(
      SELECT id FROM invitations WHERE expires_at < now() LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
})
