/** The width of the column of a vertical list, pixels. */
export const columnWidth = 720

/** Which part of its box a transparent picture of a vertical list leaves free on both sides together. */
export const clearRoom = 0.2

/**
 * The width of the box of a picture in a vertical list: a share of the column, and at most so many pixels. A picture is
 * not enlarged, and transparent ones, such as logos, cover the same area.
 *
 * @param shape height divided by width.
 */
export function ownWidth(width: number, shape: number, isClear: boolean) {
  const room = isClear ? clearRoom : 0
  const share = isClear ? Math.min(1, Math.sqrt(0.15 / shape) / (1 - room)) : 1
  return { share, pixels: Math.min(columnWidth * share, width / (1 - room)) }
}

/** Free width beside a transparent picture of a horizontal list, both sides together, in heights of its box. */
export const clearGap = 0.22

/** Ratio of the box of a transparent picture, such as a logo, in a row of equal heights: all cover the same area. */
export const clearRatio = ({ width, height }: { width: number; height: number }): number =>
  0.4 * Math.sqrt(Math.max(width / height, 0.5)) + clearGap
