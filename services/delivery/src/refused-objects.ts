import type { Metrics } from '@vitrine/http'
import { LRUCache } from 'lru-cache'

type Line = (fields: Readonly<Record<string, string>>, message: string) => void
type Deps = { metrics: Metrics; log: { error: Line; warn: Line }; nowMs: () => number }

/** `unsigned`: a rendition or a mezzanine without a checksum by a known secret. */
type RefusedKind = 'script' | 'original' | 'rendition' | 'mezzanine' | 'unsigned'

/** Counts rejected objects, whose bytes are not those that a replica stored, and logs each one once. */
export function createRefusedObjects({ metrics, log, nowMs }: Deps) {
  const counts = { script: 0, original: 0, rendition: 0, mezzanine: 0, unsigned: 0 }
  const once = createLogOnce(nowMs)
  metrics.counterBy('kind', {
    name: 'store_objects_refused_total',
    help: 'Reads of objects whose bytes are not those that were stored under their keys.',
    read: () => counts,
  })

  return {
    add: (kind: RefusedKind, object: string): void => {
      counts[kind] += 1
      once(object, () => {
        if (kind === 'unsigned') {
          log.warn(
            { object },
            'an object of the bucket has no valid checksum and counts as missing',
          )
        } else {
          log.error({ object, kind }, 'an object of the bucket is not the one that was stored')
        }
      })
    },
  }
}

export type RefusedObjects = ReturnType<typeof createRefusedObjects>

/** Subjects that are remembered, about 200 bytes each. */
const maxLogged = 10_000
/** With a misconfigured bucket, every object would be logged. */
const maxLinesPerMinute = 60

/** Logs one line per subject, and at most 60 lines per minute. */
export function createLogOnce(nowMs: () => number) {
  const logged = new LRUCache<string, true>({ max: maxLogged })
  const lines = { minute: 0, count: 0 }

  return (subject: string, log: () => void): void => {
    const minute = Math.floor(nowMs() / 60_000)
    if (minute !== lines.minute) Object.assign(lines, { minute, count: 0 })
    if (logged.has(subject) || lines.count >= maxLinesPerMinute) return
    logged.set(subject, true)
    lines.count += 1
    log()
  }
}
