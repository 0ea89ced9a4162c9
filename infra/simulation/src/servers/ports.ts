import type { Authority, Bus, EntryStore, LogCopy } from '@vitrine/coherence'
import type { Environment } from '../environment/environment.js'
import type { Machine } from '../environment/machine.js'
import type { Process } from '../environment/process.js'
import { createAuthority } from './authority.js'
import { createEntryStore, createLogCopy } from './redis-ports.js'

/** How long a port waits for an answer, ms. */
export type Timeouts = { postgres: number; redis: number }

export type Ports = {
  authority: Authority
  entries: EntryStore
  copy: LogCopy
  /** The fast one is first. */
  buses: readonly [Bus, Bus]
}

/** The ports of a process, over the links of its machine. */
export function connect(
  { postgres, redis, exchanges, scheduler, trace }: Environment,
  { links }: Machine,
  process: Process,
  timeoutMs: Timeouts,
): Ports {
  const toPostgres = { process, link: links.postgres, timeoutMs: timeoutMs.postgres, trace }
  const toRedis = { process, link: links.redis, redis, timeoutMs: timeoutMs.redis, trace }
  return {
    authority: createAuthority({ ...toPostgres, postgres, timeMs: scheduler.nowMs }),
    entries: createEntryStore(toRedis),
    copy: createLogCopy(toRedis),
    buses: [exchanges.redis.busOf(toRedis), exchanges.postgres.busOf(toPostgres)],
  }
}
