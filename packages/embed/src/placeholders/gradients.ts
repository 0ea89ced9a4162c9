import type { Asset } from '../published.js'
import { cellsOf, side } from './thumb-hash.js'

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
    const values = cellsOf(placeholder?.thumbhash ?? '').map(
      (color, point) => `--${names[point]}:${color}`,
    )
    return values.length === 0 ? [] : [{ name: `.p${index}`, values: values.join(';') }]
  })
  if (rules.length === 0) return ''
  const painted = rules.map(({ name }) => name).join()
  const each = rules.map(({ name, values }) => `${name}{${values}}`).join('')
  return `${each}:is(${painted}):not(.loaded){background:${spots.join()},var(--vitrine-placeholder)}`
}
