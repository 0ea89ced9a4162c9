/** The lengths of time that have their own sums, the longest first. They begin at full units in UTC. */
export const spans = ['MONTH', 'DAY', 'HOUR', 'QUARTER'] as const
export type Span = (typeof spans)[number]

/** In the place of a widget: the sums of the whole project. */
export const noWidget = '00000000-0000-0000-0000-000000000000'
/** In the place of an asset: the widget as a whole. */
export const noAsset = noWidget

export const quarterMs = 900_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** How long the sums are kept. Months are kept as long as days, rounded up. */
export const keptDays = { QUARTER: 35, HOUR: 400, DAY: 400, MONTH: 431 } as const

const lengths = { DAY: dayMs, HOUR: hourMs, QUARTER: quarterMs } as const

/** The beginning of the span that a moment is in. */
export function floorTo(span: Span, ms: number): number {
  if (span !== 'MONTH') return ms - (ms % lengths[span])
  const moment = new Date(ms)
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth())
}

/** The beginning of the next span. */
export function nextOf(span: Span, ms: number): number {
  const start = floorTo(span, ms)
  return span === 'MONTH' ? floorTo(span, start + 32 * dayMs) : start + lengths[span]
}

export const ceilTo = (span: Span, ms: number): number =>
  floorTo(span, ms) === ms ? ms : nextOf(span, ms)

/** Consecutive sums of one length, from one moment to another. */
export type Piece = { span: Span; fromMs: number; toMs: number }

/** Splits a time into as few sums as possible. The ends are full quarters of an hour. */
export function cover(
  fromMs: number,
  toMs: number,
  [span, ...finer]: readonly Span[] = spans,
): Piece[] {
  if (fromMs >= toMs || span === undefined) return []
  if (finer.length === 0) return [{ span, fromMs, toMs }]
  const start = ceilTo(span, fromMs)
  const end = floorTo(span, toMs)
  if (start >= end) return cover(fromMs, toMs, finer)
  return [
    ...cover(fromMs, start, finer),
    { span, fromMs: start, toMs: end },
    ...cover(end, toMs, finer),
  ]
}

/** The beginnings of the sums of a piece. */
export function startsOf({ span, fromMs, toMs }: Piece): number[] {
  const starts: number[] = []
  for (let ms = fromMs; ms < toMs; ms = nextOf(span, ms)) starts.push(ms)
  return starts
}
