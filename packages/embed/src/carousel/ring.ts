/*
 * An infinite loop without cloned slides. Places are numbered along the scrolled track. Each slide
 * is shown at one place, which is congruent to its index modulo `count`. As the track scrolls,
 * slides that have left on one side are moved to the other. A view of `perView` slides touches at
 * most `perView + 1` places, so any number of slides above `perView` is enough; if it shows a part of one more,
 * another slide is needed.
 *
 * Positions are in slides, fractional while scrolling. This module knows neither pixels nor the
 * reading direction.
 */

export type Ring = {
  /** Number of slides; greater than `perView`. */
  count: number
  _perView: number
  /** Number of places: a multiple of `count`. */
  _places: number
}

/** Minimum room on each side, in slides: enough for one long fling. */
const leastRoom = 12

export function createRing(count: number, perView: number): Ring {
  const turns = 1 + 2 * Math.ceil(leastRoom / count)
  return { count, _perView: perView, _places: turns * count }
}

export const modulo = (value: number, count: number): number => ((value % count) + count) % count

/** The equivalent of `position` in the middle of the track. */
export const home = ({ count, _places }: Ring, position: number): number =>
  (_places - count) / 2 + modulo(position, count)

/**
 * The first of the `count` consecutive places that hold the slides. The places in view are among
 * them, with the spare slides split evenly between both sides.
 *
 * @param tolerance fraction of a slide by which a position may be off a whole number.
 */
export function firstPlace(
  { count, _perView, _places }: Ring,
  position: number,
  tolerance: number,
) {
  const spare = count - _perView - 1
  const first = Math.floor(position + tolerance) - Math.floor(spare / 2)
  return Math.min(Math.max(first, 0), _places - count)
}

/** The place of a slide among the `count` places from `first` on. */
export const placeOf = ({ count }: Ring, index: number, first: number): number =>
  first + modulo(index - first, count)

/** Signed distance from a position to a slide, the shorter way round; forwards if both are equal. */
export function distanceTo({ count }: Ring, position: number, index: number): number {
  const forwards = modulo(index - Math.round(position), count)
  return forwards > count / 2 ? forwards - count : forwards
}
