import {
  ceilTo,
  cover,
  dayMs,
  floorTo,
  keptDays,
  type Piece,
  type Span,
  startsOf,
} from './spans.js'
import type { TimeZone } from './time-zone.js'

export type Period = {
  fromMs: number
  toMs: number
  /** Whether the ends, or the days between them, differ from those that were asked for. */
  isRounded: boolean
  /** In order; the first may begin in the middle of a local day or hour. */
  groups: { startMs: number; localMs: number }[]
  /** `group` is an index of `groups`. */
  pieces: (Piece & { group: number })[]
}

/**
 * The sums that make up a time, which is divided into local days or hours, or not at all. The beginnings are
 * rounded down and the end is rounded up to quarters of an hour, and to hours where quarters are not kept.
 *
 * @param by null: one group.
 */
export function periodOf(
  asked: { fromMs: number; toMs: number },
  { by, zone, nowMs }: { by: 'day' | 'hour' | null; zone: TimeZone; nowMs: number },
): Period {
  const quartersSinceMs = nowMs - keptDays.QUARTER * dayMs
  const spanAt = (ms: number): Span => (ms < quartersSinceMs ? 'HOUR' : 'QUARTER')
  const oldestMs = floorTo('DAY', nowMs - keptDays.HOUR * dayMs)
  const [fromMs, toMs] = [Math.max(asked.fromMs, oldestMs), Math.min(asked.toMs, nowMs)]
  const marks = [fromMs]
  if (by !== null)
    for (let ms = zone.next[by](fromMs); ms < toMs; ms = zone.next[by](ms)) marks.push(ms)

  const starts = marks.map((ms) => floorTo(spanAt(ms), ms))
  const first = starts[0] ?? fromMs
  const end = Math.max(first, ceilTo(spanAt(toMs), toMs))
  const pieces = starts.flatMap((start, group) =>
    cover(start, starts[group + 1] ?? end).map((piece) => ({ ...piece, group })),
  )
  // Nothing has happened after now.
  const isEndRounded = end !== toMs && asked.toMs < nowMs
  const isStartRounded = asked.fromMs < oldestMs || starts.some((start, i) => start !== marks[i])
  return {
    fromMs: first,
    toMs: end,
    isRounded: isEndRounded || isStartRounded,
    groups: starts.map((startMs, i) => ({ startMs, localMs: marks[i] ?? startMs })),
    pieces,
  }
}

/** Every single sum of a period. */
export const sumsOf = ({ pieces }: Period): { span: Span; startMs: number }[] =>
  pieces.flatMap((piece) => startsOf(piece).map((startMs) => ({ span: piece.span, startMs })))
