import type { Attributes } from './markup/markup.js'
import type { Asset } from './published.js'

/** Of `@vitrine/contracts`, which tells why; a suite compares. Not imported: it is 60 kB. */
const ladder = [320, 480, 640, 960, 1280, 1920]

/** The widths that are asked for, pixels: nothing is enlarged. */
export const widthsOf = (sourceWidth: number): number[] =>
  sourceWidth > 1920
    ? ladder
    : [...ladder.filter((width) => 11 * width <= 10 * sourceWidth), sourceWidth]

export type Slot = {
  /** CSS length: how wide the picture's place is. */
  width: string
  /** Width by height of the frame that is filled; 0 where the picture keeps its own. */
  ratio: number
}

/**
 * An `img`'s addresses, and what reserves its space.
 *
 * @param isFirst seen at once, and fetched before others.
 */
export function pictureAttributes(asset: Asset, slot: Slot, isFirst: boolean): Attributes {
  const { width, height } = asset
  // A picture that fills a frame of other proportions is drawn wider than the frame.
  const factor = Math.max(1, width / height / (slot.ratio || Number.POSITIVE_INFINITY))
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

/** Address of the largest rendition. */
export const widest = (asset: Asset): string => rendition(asset, Math.min(asset.width, 1920))

const rendition = ({ url }: Asset, width: number): string => `${url}?w=${width}&format=auto`
