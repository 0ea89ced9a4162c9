import type { LayoutName } from './published.js'
import type { Config } from './settings/config.js'

/**
 * CSS length: width of a picture's box in a widget that is `width` wide. It needs none of the
 * layout's code, so the first picture does not have to wait for that.
 */
export function slotWidth(layout: LayoutName, config: Config, width: string): string {
  const { columns, itemWidth, minColumnWidth, slidesPerView } = config
  const cell = columns ? `max(80px,${width}/${columns})` : `${1.5 * minColumnWidth}px`
  const slots: Readonly<Partial<Record<LayoutName, string>>> = {
    CAROUSEL: `max(160px,${width}/${slidesPerView})`,
    GRID: cell,
    MASONRY: cell,
    LIST_HORIZONTAL: `${itemWidth}px`,
  }
  return `min(${[width, slots[layout]].filter(Boolean)})`
}
