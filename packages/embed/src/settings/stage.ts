import type { Asset } from '../published.js'

/** The highest bit of the third byte of a ThumbHash says that it has transparency. */
export const isTransparent = ({ placeholder }: Asset): boolean =>
  !!placeholder && atob(placeholder.thumbhash).charCodeAt(2) > 127

/** A picture of fewer pixels is not enlarged to fill the frame of a carousel; nor is a logo. */
export const isSmall = (asset: Asset): boolean =>
  asset.width < 320 || (isTransparent(asset) && asset.height < 400)

/**
 * The ratio of the frame that the pictures of a carousel share: their median, neither too high nor too low for a page. The
 * frame is higher than 4:3 only if at least three quarters of the pictures are.
 */
export function stageRatio(assets: readonly Asset[]): number {
  const ratios = assets.map(({ width, height }) => width / height).sort((a, b) => a - b)
  const at = (share: number) => ratios[Math.floor(share * ratios.length)] || 16 / 9
  const least = at(3 / 4) > 1 ? Math.min(4 / 3, at(3 / 4)) : 3 / 4
  return Math.min(3, Math.max(least, at(1 / 2)))
}

/**
 * Width of a logo as a part of its cell, whose ratio is 1.6: logos of different proportions look equally large if their
 * areas are equal. The longest nearly fill their cells, and the highest have 72 % of the height.
 */
export const logoShare = (ratio: number): number =>
  Math.min(0.86, 0.4 * Math.sqrt(ratio), 0.45 * ratio)
