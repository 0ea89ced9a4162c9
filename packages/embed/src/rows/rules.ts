import { formRows, rowStarts } from './rows.js'

/**
 * Rules that set two custom properties of each picture, `--r`, the ratio of its row, and `--g`, the number of
 * gaps in it. Each rule is for the row's first picture and all after it, and the next row's rule overrides it.
 */
export const rowRules = (
  shapes: readonly number[],
  wishes: { gap: number; rowHeight: number },
): string =>
  rowStarts
    .map((start) => {
      const rows = formRows(shapes, wishes, start).map(
        ({ _start, _end, _ratio }) =>
          `li:nth-child(n+${_start + 1}){--r:${Number(_ratio.toFixed(4))};--g:${_end - _start - 1}}`,
      )
      return `@container (min-width:${start}px){${rows.join('')}}`
    })
    .join('')
