import type { Authority } from '@vitrine/coherence'
import type { Trace } from '../environment/environment.js'
import type { Link } from '../environment/link.js'
import type { Process } from '../environment/process.js'
import type { Postgres } from './postgres.js'

type AuthorityDeps = {
  process: Process
  link: Link
  postgres: Postgres
  timeoutMs: number
  /** The database's clock, ms since 1970. */
  timeMs: () => number
  trace: Trace | undefined
}

/** The name of the log: there is one database, and it is never restored from a backup. */
export const history = 'one'

/** Postgres, reached by one process over its link. */
export function createAuthority(deps: AuthorityDeps): Authority {
  const { process, link, postgres, timeoutMs, timeMs, trace } = deps
  const call = <Result>(effect: () => Result) => link.call(process, timeoutMs, effect)
  return {
    since: (after, limit) => call(() => postgres.since(after, limit)),
    latest: (limit) => call(() => postgres.latest(limit)),
    head: () => call(() => ({ history, head: postgres.head() })),
    register: (id, graceMs) =>
      call(() => {
        postgres.register(id, graceMs)
        trace?.(`postgres registers ${id}`)
        return { timeMs: timeMs(), history }
      }),
    renew: (id, acked, after, limit) =>
      call(() => {
        const page = postgres.renew(id, acked, after, limit)
        trace?.(`postgres ${page === null ? 'does not renew' : 'renews'} ${id}, acked ${acked}`)
        return page === null ? null : { page, timeMs: timeMs() }
      }),
    leave: (id) =>
      call(() => {
        postgres.leave(id)
        trace?.(`postgres deletes ${id}`)
      }),
    replicas: () => call(() => postgres.replicas()),
    fence: (id, renewals) =>
      call(() => {
        const isFenced = postgres.fence(id, renewals)
        trace?.(`postgres ${isFenced ? 'fences' : 'does not fence'} ${id}`)
      }),
  }
}
