import type { Asset } from '../published.js'
import { cellsOf } from './thumb-hash.js'

const names = 'abcdefghi'

/** One spot for each cell, which fades to nothing before the next but one. */
const spots = [...names].map((name, cell) => {
  const at = (n: number) => `${[17, 50, 83][n]}%`
  return `radial-gradient(58% 58% at ${at(cell % 3)} ${at(Math.floor(cell / 3))},var(--${name}),#0000)`
})

/**
 * Rules that paint the ThumbHashes of pictures over their colours until they have loaded: gradients, because a data
 * URL would need the page's policy to allow it. A picture with transparency has no colours for them, so it gets none:
 * without a script they would stay behind it.
 */
export function placeholderGradients(assets: readonly Asset[]): string {
  const rules = assets.flatMap(({ placeholder }, index) => {
    const cells = cellsOf(placeholder?.thumbhash ?? '')
    return cells[0]
      ? `.p${index}{${cells.map((colour, cell) => `--${names[cell]}:${colour}`).join(';')}}`
      : []
  })
  return rules[0] ? `${rules.join('')}:is(img,.ground):not(.loaded){background-image:${spots}}` : ''
}
