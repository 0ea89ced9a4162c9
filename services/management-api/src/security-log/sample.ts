/** Limits per minute, of one process. */
export type SampleLimits = {
  /** Events of one key. */
  perKey: number
  /** Events of all keys together. */
  total: number
}

const minuteMs = 60_000

/**
 * Accepts the first few events of each minute. Memory is bounded: there are at most as many keys as
 * accepted events.
 */
export function createSample(
  { perKey, total }: SampleLimits = { perKey: 5, total: 600 },
  now: () => number,
) {
  const counts = new Map<string, number>()
  let passed = 0
  let endsAt = 0

  return (key: string): boolean => {
    if (now() >= endsAt) {
      counts.clear()
      passed = 0
      endsAt = now() + minuteMs
    }
    const count = counts.get(key) ?? 0
    if (count >= perKey || passed >= total) return false
    counts.set(key, count + 1)
    passed += 1
    return true
  }
}
