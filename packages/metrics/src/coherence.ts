import type { Metrics } from './metrics.js'

type Log = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const sources = { memory: 0, store: 0, flight: 0, fill: 0 }
type Source = keyof typeof sources

/** Seconds: around the aims of 4 and 30 ms, 60 ms without Redis, 3.5 s when a replica died. */
const acknowledgeBuckets = [
  ...[0.001, 0.002, 0.004, 0.008, 0.015, 0.03, 0.06],
  ...[0.125, 0.25, 0.5, 1, 2, 3.5, 5, 10],
]

/**
 * Counts and logs what the two sides of "immediately" tell of themselves. Answers are counted
 * in plain numbers: that costs nanoseconds, where a labelled counter costs more than the answer.
 */
export function coherenceObserver(metrics: Metrics, log: Log) {
  const counts = { lapses: 0, fenced: 0, fences: 0, validated: 0, pending: 0 }
  const audit = { compared: 0, violations: 0 }
  const answers = { ...sources }
  const floorRejections = { ...sources }

  const acknowledgeSeconds = metrics.histogram({
    name: 'coherence_acknowledge_seconds',
    help: 'From the commit of a change until every replica knew it.',
    buckets: acknowledgeBuckets,
  })
  metrics.counterBy('source', {
    name: 'coherence_answers_total',
    help: 'Answers, by where they came from.',
    read: () => answers,
  })
  metrics.counterBy('source', {
    name: 'coherence_floor_rejections_total',
    help: 'Kept answers that were too old to be given.',
    read: () => floorRejections,
  })
  const counters: [name: string, help: string, read: () => number][] = [
    ['pending', 'Changes that were not acknowledged in time.', () => counts.pending],
    ['lease_lapses', 'Reads that found the lease to be over.', () => counts.lapses],
    ['fenced', 'Times that this replica was fenced.', () => counts.fenced],
    ['fences', 'Replicas that this writer fenced.', () => counts.fences],
    ['validated_answers', 'Answers on the word of Redis alone.', () => counts.validated],
    ['audit_compared', 'Kept answers compared with the database.', () => audit.compared],
    ['violations', 'Kept answers that were stale: must stay 0.', () => audit.violations],
  ]
  for (const [name, help, read] of counters) {
    metrics.counter({ name: `coherence_${name}_total`, help, read })
  }

  return {
    answered: (source: Source): void => {
      answers[source] += 1
    },
    floorRejected: (source: Source): void => {
      floorRejections[source] += 1
    },
    validated: (): void => {
      counts.validated += 1
    },
    leaseLapsed: (): void => {
      counts.lapses += 1
    },
    fenced: (): void => {
      counts.fenced += 1
      log.warn({}, 'was fenced by a writer that had not heard of this replica')
    },
    fencedReplica: (id: string): void => {
      counts.fences += 1
      log.warn({ replica: id }, 'fenced a replica that went silent')
    },
    acknowledged: (ms: number): void => acknowledgeSeconds(ms / 1000),
    pending: (): void => {
      counts.pending += 1
    },
    audited: ({ replica, compared, stale }: Report): void => {
      audit.compared += compared
      audit.violations += stale.length
      if (stale.length > 0) log.error({ replica, stale }, 'a kept answer is stale')
    },
  }
}

type Report = { replica: string; compared: number; stale: readonly string[] }
