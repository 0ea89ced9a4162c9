import { type Cache, createEventStream } from '@vitrine/cache'
import { eventStreams } from '@vitrine/contracts'
import type { ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import { createEventReader } from '../resources/statistics/counting/event-reader.js'

type Deps = { database: ScopedDatabase; cache: Cache; metrics: Metrics }

/** Counts what delivery records of visitors. */
export function countEvents(app: App, { database, cache, metrics }: Deps): void {
  const reader = createEventReader({
    database: database.forJobs(),
    streams: eventStreams.map((key) => createEventStream(cache, key)),
    log: app.log,
  })
  app.addHook('onReady', async () => reader.start())
  app.addHook('onClose', () => reader.stop())
  metrics.counter({
    name: 'events_counted_total',
    help: 'Events of visitors that are counted in Postgres.',
    read: () => reader.counts().counted,
  })
  metrics.counterBy('reason', {
    name: 'event_entries_skipped_total',
    help: 'Entries of the streams that were not counted: repeated ones lose no event.',
    read: () => {
      const { repeated, malformed, stale } = reader.counts()
      return { repeated, malformed, stale }
    },
  })
  metrics.gauge({
    name: 'event_entries_waiting',
    help: 'Entries of the streams that the last round did not count.',
    read: reader.waiting,
  })
}
