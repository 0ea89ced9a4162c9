import type { Attributes } from './markup/markup.js'
import type { Asset } from './published.js'

/**
 * Copy of the widths of `@vitrine/contracts`, where they are explained; a test compares the two.
 * Not imported, because that package is 60 kB.
 */
const ladder = [320, 480, 640, 960, 1280, 1920]

/** Rendition widths to offer, pixels. Pictures are never enlarged. */
export const widthsOf = (sourceWidth: number): number[] =>
  sourceWidth > 1920
    ? ladder
    : [...ladder.filter((width) => 11 * width <= 10 * sourceWidth), sourceWidth]

export type Slot = {
  /** CSS length: rendered width of the picture's box. */
  width: string
  /** Width divided by height of the frame to fill; 0 if the picture keeps its own proportions. */
  ratio: number
}

/**
 * Attributes of an `img`: its sources and the size that reserves its space.
 *
 * @param isFirst the picture is in view at once and is fetched with priority.
 */
export function pictureAttributes(asset: Asset, slot: Slot, isFirst: boolean): Attributes {
  const { width, height } = asset
  // A picture that covers a frame of other proportions is drawn wider than the frame.
  const factor = slot.ratio ? Math.max(1, width / height / slot.ratio) : 1
  return {
    src: widest(asset),
    srcset: widthsOf(width)
      .map((one) => `${rendition(asset, one)} ${one}w`)
      .join(),
    sizes: `calc(${factor.toFixed(2)}*${slot.width})`,
    width,
    height,
    loading: !isFirst && 'lazy',
    fetchpriority: isFirst && 'high',
  }
}

/** URL of the largest rendition. */
export const widest = (asset: Asset): string => rendition(asset, Math.min(asset.width, 1920))

/** The address has a query if the picture has a version. */
const rendition = ({ url }: Asset, width: number): string =>
  `${url}${url.includes('?') ? '&' : '?'}w=${width}&format=auto`
