import pg from 'pg'
import { requireServiceRole, type ServiceRole } from './service-role.js'
import { type PoolOptions, poolSettings } from './settings.js'

type Options = PoolOptions & {
  /** The role that the login role must be a member of; if left out, any role will do. */
  role?: ServiceRole | undefined
  /** Calls at the same time on one connection are sent without waiting for one another. */
  pipeline?: boolean
  /** Called for connections that broke while idle. The pool replaces them. */
  onConnectionError: (error: Error) => void
}

/** A pool of connections whose login role is checked. */
export function createPool({ role, pipeline = false, onConnectionError, ...options }: Options) {
  const pool = new pg.Pool({
    ...poolSettings(options),
    pipeline,
    ...(role && { verify: requireServiceRole(role) }),
  })
  pool.on('error', onConnectionError)
  // The pool listens only to idle connections. One that breaks while its role is checked would end the process:
  // the query that is running rejects, but the client emits an error as well.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
