import type { LayoutName } from './published.js'
import type { Config } from './settings/config.js'

/**
 * CSS length: width of a picture's box in a widget that is `width` wide. It needs none of the
 * layout's code, so the first picture does not have to wait for that.
 *
 * @param ratio width divided by height of the box.
 * @param cap CSS length: the most height of the box, if it is limited.
 */
export function slotWidth(
  layout: LayoutName,
  config: Config,
  width: string,
  ratio: number,
  cap: string | false,
): string {
  const { columns, itemHeight, itemWidth, minColumnWidth, rowHeight, rows, slidesPerView } = config
  const cell = columns
    ? `max(80px,${width}/${columns})`
    : `${1.5 * minColumnWidth}px${config._hasPair ? `,max(${width}/2,9999*(320px - ${width}))` : ''}`
  const slots: Readonly<Partial<Record<LayoutName, string>>> = {
    CAROUSEL: `max(160px,${width}/${slidesPerView})`,
    GRID: rows ? `${Math.round(1.5 * rowHeight * ratio)}px` : cell,
    MASONRY: cell,
    LIST_HORIZONTAL: `${itemWidth || Math.round(itemHeight * ratio)}px`,
  }
  return `min(${[width, slots[layout], cap && `${cap}*${ratio.toFixed(2)}`].filter(Boolean)})`
}
