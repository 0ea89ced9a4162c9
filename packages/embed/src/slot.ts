import type { LayoutName } from './published.js'
import type { Config } from './settings/config.js'

/**
 * CSS length: how wide a picture's place is in a widget as wide as `width`. Known before the layout's
 * code has come, so that the first picture need not wait for that.
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
