import { AppError } from '@vitrine/contracts/errors'
import type pg from 'pg'

/** The roles of which a service's login role is a member. The migrations create both. */
export type ServiceRole = 'vitrine_management' | 'vitrine_delivery'

/** Why row-level security would not bind the connected role; null if it does. */
const fault = `
  SELECT session_user AS login, CASE
    WHEN login.rolsuper THEN 'is a superuser'
    WHEN login.rolbypassrls THEN 'has BYPASSRLS'
    WHEN EXISTS (
      SELECT FROM pg_class WHERE relkind IN ('r', 'p') AND pg_has_role(relowner, 'MEMBER')
        AND relnamespace = current_schema()::regnamespace
    ) THEN 'owns tables'
    WHEN to_regrole($1) IS NULL OR NOT pg_has_role(to_regrole($1)::oid, 'USAGE')
      THEN 'is not a member of ' || $1
  END AS fault
  FROM pg_roles AS login WHERE login.rolname = session_user`

/**
 * Checks each new connection of a pool before its first use. A service never runs as a role that bypasses
 * row-level security, even after DATABASE_URL or the role was changed.
 */
export const requireServiceRole =
  (role: ServiceRole) =>
  (client: pg.ClientBase, done: (error?: Error) => void): void => {
    client.query<{ login: string; fault: string | null }>(fault, [role]).then(({ rows: [row] }) => {
      done(row?.fault ? misconfigured(role, row.login, row.fault) : undefined)
    }, done)
  }

/** The cause is for the log; the message may reach the public. */
const misconfigured = (role: ServiceRole, login: string, what: string) =>
  new AppError('DATABASE_MISCONFIGURED', 'This service has no role of its own in the database.', {
    retryAfterSeconds: 10,
    cause: new Error(
      `DATABASE_URL logs in as ${login}, which ${what}. It has to be a role that owns no table and is a member of ${role}: see "Postgres" in infra/PRODUCTION.md`,
    ),
  })
