import type {
  Bus,
  ChangeLogStore,
  EdgeCache,
  EntryStore,
  LogCopy,
  PurgePosition,
} from '@vitrine/coherence'
import type { Environment } from '../environment/environment.js'
import type { Machine } from '../environment/machine.js'
import type { Process } from '../environment/process.js'

/** How long a port waits for an answer, ms. */
export type Timeouts = { postgres: number; redis: number }

export type Ports = {
  changeLog: ChangeLogStore
  entries: EntryStore
  logCopy: LogCopy
  /** The fast one is first. */
  buses: readonly [Bus, Bus]
  position: PurgePosition
  edge: EdgeCache
}

/** The name of the log: there is one database, and it is never restored from a backup. */
export const logId = 'one'

/** The ports of a process, over the links of its machine. */
export function connect(
  environment: Environment,
  { links }: Machine,
  process: Process,
  timeoutMs: Timeouts,
): Ports {
  const { exchanges } = environment
  const toPostgres = { process, link: links.postgres, timeoutMs: timeoutMs.postgres }
  const toRedis = { process, link: links.redis, timeoutMs: timeoutMs.redis }
  const callPostgres: Call = (effect) => links.postgres.call(process, timeoutMs.postgres, effect)
  const callRedis: Call = (effect) => links.redis.call(process, timeoutMs.redis, effect)
  const callCache: Call = (effect) => links.cache.call(process, timeoutMs.postgres, effect)
  return {
    changeLog: createChangeLog(environment, callPostgres),
    ...createRedisPorts(environment, callRedis),
    buses: [exchanges.redis.busOf(toRedis), exchanges.postgres.busOf(toPostgres)],
    ...createPurgePorts(environment, callPostgres, callCache),
  }
}

type Call = <Result>(effect: () => Result) => Promise<Result>

function createChangeLog({ postgres, scheduler, trace }: Environment, call: Call): ChangeLogStore {
  /** The database's clock. */
  const timeMs = scheduler.nowMs
  return {
    since: (after, limit) => call(() => postgres.since(after, limit)),
    latest: (limit) => call(() => postgres.latest(limit)),
    head: () => call(() => ({ logId, head: postgres.head() })),
    register: (id, graceMs) =>
      call(() => {
        postgres.register(id, graceMs)
        trace?.(`postgres registers ${id}`)
        return { timeMs: timeMs(), logId }
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

function createPurgePorts(
  { postgres, edgeCache, trace }: Environment,
  callPostgres: Call,
  callCache: Call,
): { position: PurgePosition; edge: EdgeCache } {
  return {
    position: {
      read: () => callPostgres(() => ({ logId, seq: postgres.purgedTo() })),
      advance: (_logId, to) =>
        callPostgres(() => {
          trace?.(`postgres notes that the cache is purged to ${to}`)
          postgres.notePurged(to)
        }),
    },
    edge: {
      purge: (tags) =>
        callCache(() => {
          trace?.(`the cache purges ${tags}`)
          edgeCache.purge(tags)
        }),
    },
  }
}

/** Ports to Redis never reject: a failure is one of their results. */
function createRedisPorts(
  { redis, trace }: Environment,
  call: Call,
): { entries: EntryStore; logCopy: LogCopy } {
  return {
    entries: {
      get: (key) => call(() => redis.get(key)).catch(() => null),
      set: (key, value) => call(() => redis.set(key, value)).catch(() => null),
    },
    logCopy: {
      append: (changes) =>
        call(() => {
          trace?.(`redis copies changes ${changes.map(({ seq }) => seq)}`)
          return redis.append(changes)
        }).catch(() => false),
      since: (after, limit) =>
        call(() => {
          const page = redis.since(after, limit)
          const { identity, to, head } = page
          trace?.(`redis says of its copy: ${identity}, ${after} to ${to} of ${head}`)
          return page
        }).catch(() => null),
    },
  }
}
