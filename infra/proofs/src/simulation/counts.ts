import type { Observer } from '@vitrine/coherence'

export const countNames = [
  'reads',
  'acks',
  'unavailable',
  'pending',
  'purgeFailures',
  'brokenOff',
  'cacheHits',
  'fences',
  'fencedReplicas',
  'lapses',
  'validated',
  'memory',
  'store',
  'flight',
  'fill',
  'floorRejections',
  'audits',
  'faults',
] as const

/** How often each event happened: shows whether the runs reach the cases that matter. */
export type Counts = Record<(typeof countNames)[number], number>

export const noCounts = (): Counts =>
  Object.fromEntries(countNames.map((name) => [name, 0])) as Counts

export function addCounts(total: Counts, added: Counts): void {
  for (const name of countNames) total[name] += added[name]
}

export function countingObserver(counts: Counts, onStale: (keys: string) => void): Observer {
  const count = (name: keyof Counts) => () => {
    counts[name] += 1
  }
  return {
    leaseLapsed: count('lapses'),
    fenced: count('fencedReplicas'),
    floorRejected: count('floorRejections'),
    answered: (source) => count(source)(),
    validated: count('validated'),
    fencedReplica: count('fences'),
    acknowledged: () => undefined,
    pending: count('pending'),
    purgeFailed: count('purgeFailures'),
    audited: ({ stale }) => {
      counts.audits += 1
      if (stale.length > 0) onStale(stale.join(', '))
    },
  }
}
