/*
 * A loop without copies. Places are numbered along the scrolled track; each slide is shown at one
 * place that is congruent to its index, the one where it is needed: as the track scrolls, slides
 * that have left on one side are put to the other. A view of `perView` slides touches at most
 * `perView + 1` places at a time, so any number of slides above `perView` is enough.
 *
 * Positions are in slides, fractional while scrolling. Nothing here knows pixels or a direction of
 * reading.
 */

export type Ring = {
  /** Number of slides, above `perView`. */
  count: number
  perView: number
  /** Number of places: a multiple of `count`. */
  places: number
}

/** Room on either side for one long fling, in slides. */
const leastRoom = 12

export function createRing(count: number, perView: number): Ring {
  const turns = 1 + 2 * Math.ceil(leastRoom / count)
  return { count, perView, places: turns * count }
}

export const modulo = (value: number, count: number): number => ((value % count) + count) % count

/** The place in the middle of the track that shows what `position` shows. */
export const home = ({ count, places }: Ring, position: number): number =>
  (places - count) / 2 + modulo(position, count)

/**
 * The first of the `count` consecutive places where slides are put, so that those in view are
 * among them, with as many to spare on either side as there are.
 *
 * @param tolerance part of a slide by which a position may miss a whole number and still mean it.
 */
export function firstPlace({ count, perView, places }: Ring, position: number, tolerance: number) {
  const spare = count - perView - 1
  const first = Math.floor(position + tolerance) - Math.floor(spare / 2)
  return Math.min(Math.max(first, 0), places - count)
}

/** The place of a slide among the `count` places from `first` on. */
export const placeOf = ({ count }: Ring, index: number, first: number): number =>
  first + modulo(index - first, count)

/** How far to go from a position to a slide, the shorter way round; forwards where both are equal. */
export function distanceTo({ count }: Ring, position: number, index: number): number {
  const forwards = modulo(index - Math.round(position), count)
  return forwards > count / 2 ? forwards - count : forwards
}
