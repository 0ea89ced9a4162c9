import type { EventStream } from '@vitrine/cache'
import type { WidgetEvents } from '@vitrine/contracts'
import { type Drops, eventsIn } from './drops.js'
import { type Batch, createWaiting } from './waiting.js'

/** The time in which more events join those of one write, ms. */
const delayMs = 20
/** The same while the stream is not read: larger batches make it last longer. */
const backlogDelayMs = 5_000
/** More entries than one process writes in the second between two readings. */
const backlog = 500
/** Between two attempts, ms. */
const retryMs = 100
/** How long events wait for Redis, ms. */
const giveUpMs = 10_000

/** Entries of one stream. The four streams take 25 MB of Redis as a rule, 130 MB at most. */
const maxEntries = 16_384

type Deps = {
  stream: Pick<EventStream, 'append'>
  /** Identifies this process; new at each start. */
  producer: string
  drops: Drops
  log: { warn(fields: object, message: string): void }
  /** Monotonic clock. */
  nowMs?: () => number
}

/**
 * Collects events and writes them to a stream without delaying requests. Batches are numbered and repeated
 * until Redis confirms one, so that a lost answer neither loses nor doubles events: the reader skips numbers
 * that it has seen.
 */
export function createOutbox(deps: Deps) {
  const { stream, producer, drops, log, nowMs = () => performance.now() } = deps
  const waiting = createWaiting({ producer, drops, nowMs })
  let sent = 0
  let length = 0
  let unconfirmed: Batch | null = null
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  const add = (events: WidgetEvents): void => {
    waiting.add(events)
    schedule()
  }

  const schedule = (): void => {
    if (
      timer !== undefined ||
      sending !== undefined ||
      (waiting.size() === 0 && unconfirmed === null)
    )
      return
    const delay = unconfirmed !== null ? retryMs : length > backlog ? backlogDelayMs : delayMs
    timer = setTimeout(() => {
      timer = undefined
      void send()
    }, delay)
    timer.unref()
  }

  const sendBatch = async (batch: Batch): Promise<void> => {
    const outcome = await stream.append(batch.texts, maxEntries)
    unconfirmed = null
    if (outcome === 'full') drops.add('full', batch.events)
    else if (outcome !== null) {
      length = outcome
      sent += eventsIn(batch.events)
    } else if (nowMs() - batch.sinceMs < giveUpMs) unconfirmed = batch
    else drops.add('redis', batch.events)
  }

  const send = (): Promise<void> => {
    const batch = unconfirmed ?? waiting.take()
    if (batch === null) return Promise.resolve()
    sending ??= sendBatch(batch).finally(() => {
      sending = undefined
      schedule()
    })
    return sending
  }

  return {
    /** Takes events; those for which there is no room are dropped. */
    add,
    /** Events that Redis has confirmed. */
    sent: () => sent,
    /** Writes the waiting events, once. */
    close: async (): Promise<void> => {
      await sending
      while (waiting.size() > 0 || unconfirmed !== null) {
        await send()
        if (unconfirmed !== null) break
      }
      clearTimeout(timer)
      const lost = eventsIn(unconfirmed?.events ?? []) + eventsIn(waiting.take()?.events ?? [])
      if (lost > 0) log.warn({ events: lost }, 'events were lost: Redis did not take them')
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
