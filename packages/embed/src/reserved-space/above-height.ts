import { type Arranging, readArranging } from '../arrangement/config.js'
import { columnWidth } from '../layouts/boxes.js'
import type { Published } from '../published.js'
import { linesOf, wordsOf } from './pieces.js'

/** Lengths as in `arrangement.css`, pixels. */
const title = { size: 24, line: 30, bold: 1.08 }
const text = { size: 16, line: 24, most: 640 }
const button = { size: 16, line: 20, above: 4, around: 24, sides: 42 }
const gap = 8
const belowHeader = 20
const tag = { height: 44, gap: 8, sides: 34, least: 44, below: 16 }
/** The longest label of the button for all, in any language. */
const longestAll = 'Wszystkie'
/** From this width on, rows of buttons break. */
const breaking = 600

/** Widths at which the height is estimated again. */
export const aboveSteps = [
  240,
  280,
  300,
  320,
  360,
  400,
  460,
  520,
  breaking,
  720,
  860,
  1000,
  1200,
  1400,
]

/** What stands above the pictures: its height at a width of the content, at most. Null: nothing does. */
export function aboveHeight({ widget, assets }: Published): ((width: number) => number) | null {
  const arranging = readArranging(widget.config, assets)
  const { title, text, button, tags } = arranging
  if (!title && !text && !button && tags.length === 0) return null
  const most = widget.layout === 'LIST_VERTICAL' ? columnWidth : Number.POSITIVE_INFINITY
  return (width) =>
    headerHeight(arranging, Math.min(most, width)) + filterHeight(tags, Math.min(most, width))
}

function headerHeight(header: Arranging, width: number): number {
  const lines = (words: string, size: number, within: number) =>
    words.split('\n').reduce((sum, part) => sum + linesOf(wordsOf(part), within / size), 0)
  const rows = [
    header.title && title.line * lines(header.title, title.size * title.bold, width),
    header.text && text.line * lines(header.text, text.size, Math.min(width, text.most)),
    header.button &&
      button.above +
        button.around +
        button.line * lines(header.button.label, button.size, width - button.sides),
  ].filter((height): height is number => typeof height === 'number')
  const sum = rows.reduce((sum, height) => sum + height, 0)
  return rows.length === 0 ? 0 : sum + (rows.length - 1) * gap + belowHeader
}

function filterHeight(tags: readonly string[], width: number): number {
  if (tags.length === 0) return 0
  const lengthOf = (text: string) => {
    const own = wordsOf(text).reduce((sum, { length }) => sum + 16 * length, tag.sides)
    return Math.min(width, Math.max(tag.least, own)) + tag.gap
  }
  const buttons = [longestAll, ...tags].map((text) => ({ text, length: lengthOf(text) }))
  const rows = width < breaking ? 1 : linesOf(buttons, width + tag.gap)
  return rows * (tag.height + tag.gap) - tag.gap + tag.below
}
