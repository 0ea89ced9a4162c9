import { type EventCount, encodeEventBatch, type WidgetEvents } from '@vitrine/contracts'
import type { Drops } from './drops.js'

/** Different counts that wait in memory, about 200 bytes each. */
const maxWaiting = 10_000
/** Counts of one entry: 0.8 KB if they belong to one widget, 2 KB at most. */
const countsPerEntry = 16
type Waiting = { projectId: string; counts: Map<string, EventCount> }
export type Batch = { texts: string[]; events: EventCount[]; sinceMs: number }

type Deps = { producer: string; drops: Drops; nowMs: () => number }

/** The events of one process that are not in the stream yet, and the numbers of its entries. */
export function createWaiting({ producer, drops, nowMs }: Deps) {
  let waiting = new Map<string, Waiting>()
  let size = 0
  let sinceMs = 0
  let seq = 0

  return {
    /** Different counts. */
    size: () => size,

    /** Events for which there is no room are dropped. */
    add: ({ projectId, widgetId, counts }: WidgetEvents): void => {
      if (size === 0) sinceMs = nowMs()
      const widget = waiting.get(widgetId) ?? { projectId, counts: new Map() }
      for (const count of counts) {
        const name = `${count.type} ${count.assetId}`
        const known = widget.counts.get(name)
        if (known !== undefined) known.n += count.n
        else if (size >= maxWaiting) drops.add('full', [count])
        else {
          widget.counts.set(name, { ...count })
          size += 1
        }
      }
      if (widget.counts.size > 0) waiting.set(widgetId, widget)
    },

    /** All of them as numbered entries; null if there are none. */
    take: (): Batch | null => {
      if (size === 0) return null
      const entries = entriesOf(waiting)
      const events = entries.flatMap((widgets) => widgets.flatMap(({ counts }) => counts))
      const texts = entries.map((widgets) => {
        seq += 1
        return encodeEventBatch({ producer, seq, widgets })
      })
      waiting = new Map()
      size = 0
      return { texts, events, sinceMs }
    },
  }
}

const countsOf = ({ counts }: Waiting): EventCount[] => [...counts.values()]

/** Splits the waiting events into entries of limited size. */
function entriesOf(waiting: ReadonlyMap<string, Waiting>): WidgetEvents[][] {
  const entries: WidgetEvents[][] = []
  let room = 0
  for (const [widgetId, widget] of waiting) {
    const counts = countsOf(widget)
    while (counts.length > 0) {
      if (room === 0) {
        entries.push([])
        room = countsPerEntry
      }
      const part = counts.splice(0, room)
      entries.at(-1)?.push({ projectId: widget.projectId, widgetId, counts: part })
      room -= part.length
    }
  }
  return entries
}
