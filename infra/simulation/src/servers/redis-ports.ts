import type { EntryStore, LogCopy } from '@vitrine/coherence'
import type { Trace } from '../environment/environment.js'
import type { Link } from '../environment/link.js'
import type { Process } from '../environment/process.js'
import type { Redis } from './redis.js'

type RedisDeps = {
  process: Process
  link: Link
  redis: Redis
  timeoutMs: number
  trace: Trace | undefined
}

/** Ports to Redis never reject: a failure is one of their results. */
export function createEntryStore({ process, link, redis, timeoutMs }: RedisDeps): EntryStore {
  return {
    get: (key) => link.call(process, timeoutMs, () => redis.get(key)).catch(() => null),
    set: (key, value) =>
      link.call(process, timeoutMs, () => redis.set(key, value)).catch(() => null),
  }
}

export function createLogCopy({ process, link, redis, timeoutMs, trace }: RedisDeps): LogCopy {
  return {
    append: (changes) =>
      link
        .call(process, timeoutMs, () => {
          trace?.(`redis copies changes ${changes.map(({ seq }) => seq)}`)
          return redis.append(changes)
        })
        .catch(() => false),
    since: (after, limit) =>
      link
        .call(process, timeoutMs, () => {
          const page = redis.since(after, limit)
          trace?.(
            `redis says of its copy: ${page.identity}, ${after} to ${page.to} of ${page.head}`,
          )
          return page
        })
        .catch(() => null),
  }
}
