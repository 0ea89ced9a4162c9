/** The width of the column of a vertical list, pixels. */
export const columnWidth = 720

/**
 * The ratio whose width all pictures of a vertical list have: that of the narrowest picture, so that none is higher
 * than the window allows. Very narrow pictures are narrower than the others.
 */
export const narrowest = (shapes: readonly number[]): number => 1 / Math.min(2, Math.max(...shapes))

/** Free width beside a transparent picture of a horizontal list, both sides together, in heights of its box. */
export const clearGap = 0.22

/** Ratio of the box of a transparent picture, such as a logo, in a row of equal heights: all cover the same area. */
export const clearRatio = ({ width, height }: { width: number; height: number }): number =>
  0.4 * Math.sqrt(Math.max(width / height, 0.5)) + clearGap
