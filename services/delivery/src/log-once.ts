import { LRUCache } from 'lru-cache'

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
