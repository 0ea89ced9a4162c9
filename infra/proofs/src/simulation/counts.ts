import type { Observer } from '@vitrine/coherence'

/** How often each event happened: shows whether the runs reach the cases that matter. */
export type Counts = Record<(typeof countNames)[number], number>

export const countNames = [
  'reads',
  'acks',
  'unavailable',
  'pending',
  'fences',
  'fencedReplicas',
  'lapses',
  'validated',
  'fromMemory',
  'fromStore',
  'fromFlight',
  'fromFill',
  'floorRejections',
  'audits',
  'faults',
] as const

export const noCounts = (): Counts =>
  Object.fromEntries(countNames.map((name) => [name, 0])) as Counts

export function addCounts(total: Counts, added: Counts): void {
  for (const name of countNames) total[name] += added[name]
}

const nameOf = {
  memory: 'fromMemory',
  store: 'fromStore',
  flight: 'fromFlight',
  fill: 'fromFill',
} as const

export const countingObserver = (counts: Counts, onStale: (keys: string) => void): Observer => ({
  leaseLapsed: () => {
    counts.lapses += 1
  },
  fenced: () => {
    counts.fencedReplicas += 1
  },
  floorRejected: () => {
    counts.floorRejections += 1
  },
  answered: (source) => {
    counts[nameOf[source]] += 1
  },
  validated: () => {
    counts.validated += 1
  },
  fencedReplica: () => {
    counts.fences += 1
  },
  acknowledged: () => undefined,
  pending: () => {
    counts.pending += 1
  },
  audited: ({ stale }) => {
    counts.audits += 1
    if (stale.length > 0) onStale(stale.join(', '))
  },
})
