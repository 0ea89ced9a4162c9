import type { EventStream, StreamEntry } from '@vitrine/cache'
import { decodeEventBatch } from '@vitrine/contracts'
import type { Scoped, Transaction } from '@vitrine/database'
import type { Metrics } from '@vitrine/http'
import type { FastifyBaseLogger } from 'fastify'
import { eventCountRepository } from './repository.js'
import { type Tally, tallyOf } from './tally.js'

/** Entries of one transaction: their 4,000 counts at most are written well within the statement timeout. */
const batchEntries = 250
const everyMs = 1000

type Deps = {
  database: Pick<Scoped, 'transaction'>
  /** Each is read by one process at a time. */
  streams: readonly EventStream[]
  metrics: Pick<Metrics, 'counter' | 'counterBy' | 'gauge'>
  log: FastifyBaseLogger
  /** Wall clock. */
  nowMs?: () => number
}

/**
 * Moves events from Redis to Postgres, once a second, on every instance. A transaction locks a stream, reads
 * its oldest entries, and adds them up together with the number of each producer's newest batch; then the
 * entries are removed. If a process dies in between, an entry is read again and not counted again.
 */
export function createEventReader({ database, streams, metrics, log, nowMs = Date.now }: Deps) {
  const counts = { counted: 0, repeated: 0, malformed: 0, stale: 0 }
  let waiting = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  metrics.counter({
    name: 'events_counted_total',
    help: 'Events of visitors that are counted in Postgres.',
    read: () => counts.counted,
  })
  metrics.counterBy('reason', {
    name: 'event_entries_skipped_total',
    help: 'Entries of the streams that were not counted: repeated ones lose no event.',
    read: () => {
      const { repeated, malformed, stale } = counts
      return { repeated, malformed, stale }
    },
  })
  metrics.gauge({
    name: 'event_entries_waiting',
    help: 'Entries of the streams that the last round did not count.',
    read: () => waiting,
  })

  const take = async (tx: Transaction, number: number): Promise<Taken> => {
    const events = eventCountRepository(tx)
    if (!(await events.tryLockStream(number))) return nothing
    const entries = await streams[number]?.read(batchEntries)
    if (!entries || entries.length === 0) return nothing
    const tally = tallyOf(entries, await events.findMarks(producersOf(entries)), nowMs())
    if (tally.rows.length > 0) await events.add(tally.rows)
    if (tally.marks.size > 0) await events.setMarks(tally.marks)
    return { entries, tally }
  }

  const count = ({ events, repeated, malformed, stale }: Tally): void => {
    counts.counted += events
    counts.repeated += repeated
    counts.malformed += malformed
    counts.stale += stale
    if (malformed > 0) log.warn({ entries: malformed }, 'removed entries that are no events')
  }

  /** Until the stream is empty, another process reads it, or Redis does not answer. */
  const drain = async (number: number): Promise<void> => {
    while (!isStopped) {
      // Without a transaction, because most of the time there is nothing to read.
      const length = await streams[number]?.length()
      if (!length) return
      waiting += length
      const { entries, tally } = await database.transaction((tx) => take(tx, number))
      if (tally === null) return
      count(tally)
      await streams[number]?.remove(entries)
      waiting -= length
    }
  }

  /** Each instance begins with another stream, so that instances share the work. */
  const run = async (): Promise<void> => {
    waiting = 0
    const first = Math.floor(Math.random() * streams.length)
    for (let i = 0; i < streams.length; i += 1) await drain((first + i) % streams.length)
  }

  const attempt = async (): Promise<void> => {
    try {
      await run()
    } catch (err) {
      log.warn({ err }, 'events are counted later')
    }
  }

  return {
    run,
    counts: () => counts,
    /** Entries that the last round has left to other processes or to the next round. */
    waiting: () => waiting,
    start: (): void => {
      timer = setInterval(() => {
        running ??= attempt().finally(() => {
          running = undefined
        })
      }, everyMs)
      timer.unref()
    },
    /** Resolves when the current transaction has ended. */
    stop: async (): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

type Taken = { entries: StreamEntry[]; tally: Tally } | { entries: []; tally: null }

const nothing: Taken = { entries: [], tally: null }

const producersOf = (entries: readonly StreamEntry[]): string[] => [
  ...new Set(
    entries.flatMap(({ text }) => {
      const batch = decodeEventBatch(text)
      return batch === null ? [] : [batch.producer]
    }),
  ),
]
