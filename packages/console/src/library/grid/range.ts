/** Pictures that one range may select, ten pages: more is "all that match". */
export const longestRange = 1000

/** The part of a range that is selected: from its anchor on. The lesser index first. */
export function partOfRange(anchor: number, to: number): [number, number] {
  const most = longestRange - 1
  return anchor <= to
    ? [anchor, Math.min(to, anchor + most)]
    : [Math.max(to, anchor - most), anchor]
}
