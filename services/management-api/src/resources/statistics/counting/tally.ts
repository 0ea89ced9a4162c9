import type { StreamEntry } from '@vitrine/cache'
import { decodeEventBatch, type EventCount } from '@vitrine/contracts'
import { floorTo, noAsset } from '../spans.js'

/** The events of a quarter of an hour. */
export type CountedRow = {
  projectId: string
  widgetId: string
  /** Or `noAsset`, for events of the widget as a whole. */
  assetId: string
  bucketMs: number
  views: number
  clicks: number
  opens: number
}

export type Tally = {
  rows: CountedRow[]
  /** The newest batch of each producer, to be stored with the rows. */
  marks: Map<string, number>
  events: number
  /** Batches that were counted before. */
  repeated: number
  malformed: number
  stale: number
}

/** Older entries come from a restored Redis. The marks of their producers may have been deleted. */
export const maxAgeMs = 7 * 86_400_000

const columns = { view: 'views', click: 'clicks', open: 'opens' } as const

/**
 * Adds up entries of one stream, in order. Events are dated by the clock of Redis, but not later than now.
 *
 * @param known the newest counted batch of each producer.
 */
export function tallyOf(
  entries: readonly StreamEntry[],
  known: ReadonlyMap<string, number>,
  nowMs: number,
): Tally {
  const rows = new Map<string, CountedRow>()
  const tally = { marks: new Map<string, number>(), events: 0, repeated: 0, malformed: 0, stale: 0 }
  const add = (projectId: string, widgetId: string, timeMs: number, count: EventCount) => {
    const assetId = count.assetId ?? noAsset
    const bucketMs = floorTo('QUARTER', Math.min(timeMs, nowMs))
    const name = `${widgetId} ${assetId} ${bucketMs}`
    const row = rows.get(name) ?? {
      projectId,
      widgetId,
      assetId,
      bucketMs,
      views: 0,
      clicks: 0,
      opens: 0,
    }
    row[columns[count.type]] += count.n
    tally.events += count.n
    rows.set(name, row)
  }
  for (const { text, timeMs } of entries) {
    const batch = decodeEventBatch(text)
    if (batch === null) tally.malformed += 1
    else if (batch.seq <= (tally.marks.get(batch.producer) ?? known.get(batch.producer) ?? 0)) {
      tally.repeated += 1
    } else if (timeMs < nowMs - maxAgeMs) tally.stale += 1
    else {
      tally.marks.set(batch.producer, batch.seq)
      for (const { projectId, widgetId, counts } of batch.widgets) {
        for (const count of counts) add(projectId, widgetId, timeMs, count)
      }
    }
  }
  return { ...tally, rows: [...rows.values()] }
}
