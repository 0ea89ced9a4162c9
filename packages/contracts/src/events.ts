/** Types of events. The order is part of the format of batches: only append. */
export const eventTypes = ['view', 'click', 'open'] as const
type EventType = (typeof eventTypes)[number]

/** Limits of one call that records events. */
export const eventLimits = { bodyBytes: 4096, events: 50, timesEach: 50 } as const

/** How often something happened: on a widget as a whole, or with one of its assets. */
export type EventCount = { assetId: string | null; type: EventType; n: number }

export type WidgetEvents = { projectId: string; widgetId: string; counts: readonly EventCount[] }

/**
 * Events that one process of delivery has collected. It numbers its batches from 1 without repeating a
 * number for other content, so that a batch which arrives twice is recognized.
 */
type EventBatch = { producer: string; seq: number; widgets: readonly WidgetEvents[] }

/** The batches of one process are in one stream, in order. */
export const eventStreams = [0, 1, 2, 3].map((number) => `vitrine:events:${number}`)

export const eventStreamOf = (producer: string): string =>
  eventStreams[Number.parseInt(producer.slice(0, 2), 16) % eventStreams.length] as string

export const encodeEventBatch = ({ producer, seq, widgets }: EventBatch): string =>
  JSON.stringify([
    producer,
    seq,
    widgets.map(({ projectId, widgetId, counts }) => [
      projectId,
      widgetId,
      ...counts.map(({ assetId, type, n }) => [eventTypes.indexOf(type), n, assetId]),
    ]),
  ])

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0
/** So that no sum of counts exceeds a bigint. */
const maxCount = 1_000_000_000

/** @returns null for any other text, since Redis may contain anything. */
export function decodeEventBatch(text: string): EventBatch | null {
  try {
    const [producer, seq, widgets] = JSON.parse(text)
    if (!isUuid(producer) || !isCount(seq)) return null
    return { producer, seq, widgets: widgets.map(widgetOf) }
  } catch {
    return null
  }
}

function widgetOf([projectId, widgetId, ...counts]: unknown[]): WidgetEvents {
  if (!isUuid(projectId) || !isUuid(widgetId)) throw new TypeError('not a widget')
  return { projectId, widgetId, counts: counts.map(countOf) }
}

function countOf(value: unknown): EventCount {
  const [index, n, assetId] = value as unknown[]
  const type = eventTypes[index as number]
  const isKnown =
    type !== undefined && isCount(n) && n <= maxCount && (assetId === null || isUuid(assetId))
  if (!isKnown) throw new TypeError('not a count')
  return { assetId, type, n }
}
