import type { Vitrine } from './client.js'
import { orThrow } from './errors.js'

export type VisitorEvent = {
  type: 'view' | 'click' | 'open'
  /** A picture of the widget; without it, the widget as a whole. */
  assetId?: string
  /** How often, 1 by default. */
  n?: number
}

/** Events that the API takes in one call: their JSON is below its 4 KiB. */
const eventsPerCall = 40
/** Most times of one kind in one event. */
const timesEach = 50

/**
 * Records what visitors do with a published widget, in as many calls as it takes. The client needs an API
 * key with the permission READ_WRITE, as the header `X-API-Key`. Ask visitors for what your law requires,
 * and record nothing of those who object.
 *
 * @throws VitrineError, when some of the events may have been recorded.
 */
export async function recordEvents(
  vitrine: Vitrine,
  slug: string,
  events: readonly VisitorEvent[],
): Promise<void> {
  const single = events.flatMap(({ n = 1, ...event }) =>
    partsOf(n).map((part) => ({ ...event, n: part })),
  )
  for (let from = 0; from < single.length; from += eventsPerCall) {
    await orThrow(
      vitrine.POST('/api/v1/widgets/{widgetSlug}/events', {
        params: { path: { widgetSlug: slug } },
        body: { events: single.slice(from, from + eventsPerCall) },
      }),
    )
  }
}

/** Splits a number into parts that one event may have. */
function partsOf(n: number): number[] {
  const parts = Array.from({ length: Math.floor(n / timesEach) }, () => timesEach)
  return n % timesEach > 0 ? [...parts, n % timesEach] : parts
}
