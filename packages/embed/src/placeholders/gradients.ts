import { thumbHashToRGBA } from 'thumbhash'
import type { Asset } from '../published.js'

/** Points of the blurred picture in each direction. */
const side = 3

const names = [...'abcdefghi']

/** One spot for each point, over the picture's colour: it fades to nothing before the next but one. */
const spots = names.map((name, index) => {
  const at = (n: number) => `${Math.round((100 * (n + 0.5)) / side)}%`
  return `radial-gradient(58% 58% at ${at(index % side)} ${at(Math.floor(index / side))},var(--${name}),#0000)`
})

/**
 * Rules that paint the ThumbHashes of pictures until they have loaded: gradients, because a data
 * URL would need the page's policy to allow it. They are more specific than those that paint the colour. A picture with transparency gets none: without a script it would stay behind it.
 */
export function placeholderGradients(assets: readonly Asset[]): string {
  const rules = assets.flatMap(({ placeholder }, index) => {
    const colors = colorsOf(placeholder?.thumbhash ?? '')
    const values = colors.map((color, point) => `--${names[point]}:${color}`)
    return colors.length === 0 ? [] : [{ name: `.p${index}`, values: values.join(';') }]
  })
  if (rules.length === 0) return ''
  const painted = rules.map(({ name }) => name).join()
  const each = rules.map(({ name, values }) => `${name}{${values}}`).join('')
  return `${each}:is(${painted}):not(.loaded){background:${spots.join()},var(--vitrine-placeholder)}`
}

/** The mean colours of the cells of a ThumbHash, row by row; empty if it is invalid or has transparency. */
function colorsOf(thumbhash: string): string[] {
  const hash = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  if (hash.length < 6 || hasAlpha(hash)) return []
  const picture = thumbHashToRGBA(hash)
  return names.map((_, point) => meanOf(picture, point % side, Math.floor(point / side)))
}

const hasAlpha = (hash: Uint8Array): boolean => (hash[2] ?? 0) > 127

type Picture = ReturnType<typeof thumbHashToRGBA>

function meanOf({ w, h, rgba }: Picture, column: number, row: number): string {
  const sums = [0, 0, 0]
  const edge = (n: number, size: number) => Math.floor((n * size) / side)
  let count = 0
  for (let y = edge(row, h); y < edge(row + 1, h); y++) {
    for (let x = edge(column, w); x < edge(column + 1, w); x++) {
      for (const channel of [0, 1, 2]) {
        sums[channel] = (sums[channel] ?? 0) + (rgba[4 * (y * w + x) + channel] ?? 0)
      }
      count++
    }
  }
  const hex = (sum: number) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0')
  return `#${sums.map(hex).join('')}`
}
