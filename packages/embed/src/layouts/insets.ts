/* Each layout that shows a list has a copy of this module, as of `list.ts`. */

import type { Asset } from '../published.js'
import type { Item, View } from '../view.js'

/** A quiet ground around pictures that are smaller than their boxes. */
const quiet = 'var(--vitrine-image-background,color-mix(in srgb,currentcolor 7%,transparent))'

type Boxes = {
  /** The most width of an item's box, pixels: a larger picture is never too small for it. */
  _widest: (item: Item) => number
  /** CSS length: height of its box, which is `--across` wide. */
  _height?: (item: Item) => string
  /** Which part of its box a transparent picture leaves free on both sides together. */
  _room?: (item: Item) => readonly [x: number, y: number]
}

/**
 * Rules of pictures that do not fill their boxes, which are paddings: small ones are not enlarged, and
 * transparent ones, such as logos, get equal areas and room around them.
 */
export function insetRules({ items, config }: View, boxes: Boxes): string {
  const {
    _widest,
    _height = ({ shape }: Item) =>
      `var(--across)${config.aspectRatio ? '/var(--vitrine-aspect-ratio)' : `*${round(shape)}`}`,
    _room = config.aspectRatio ? roomInFrame : roomInOwn,
  } = boxes
  const small: number[] = []
  const rules = items.map((item, index) => {
    const { asset, shape, _isClear } = item
    const widest = _widest(item)
    const isSmall = asset.width < widest || asset.height < widest * shape
    if (!isSmall && !_isClear) return ''
    const isCropped = !_isClear && !item._fit
    if (isCropped) small.push(index)
    const [x, y] = _isClear ? _room(item) : [0, 0]
    const height = _height(item)
    const padding = (room: number, side: string, natural: number) =>
      `max(${round(room / 2)}*${side},(${side} - ${natural}px)/2)`
    const block = padding(y, `(${height})`, asset.height)
    const inline = padding(x, 'var(--across)', asset.width)
    const ratio = !config.aspectRatio ? `aspect-ratio:${round(1 / shape)};` : ''
    // Round corners are those of the picture if all of it is shown.
    const shown = _isClear
      ? 0
      : `max(${block},50% - 50%/var(--vitrine-fit)) max(${inline},50% - 50%*var(--vitrine-fit))`
    const clip =
      item._fit && (_isClear || !boxes._height)
        ? `clip-path:inset(${shown} round var(--vitrine-image-border-radius,0px));`
        : ''
    return `.picture .p${index}:not(.failed){${ratio}${clip}box-sizing:border-box;padding:${block} ${inline}}`
  })
  const ground = small.length
    ? `${one(small)}.loaded{background:${quiet}}${one(small)}:not(.loaded){background-clip:content-box}`
    : ''
  return rules.join('') + ground + clearGround(items)
}

const one = (indices: readonly number[]): string =>
  `.picture :is(${indices.map((index) => `.p${index}`).join()})`

const round = (value: number): number => Number(value.toFixed(4))

/** Room in boxes that are equally wide and have the proportions of their pictures: for equal areas, too. */
function roomInOwn({ shape }: Item): readonly [number, number] {
  const room = 1 - Math.min(0.8, Math.sqrt(0.15 / shape))
  return [room, room]
}

/** Share of a frame that a transparent picture covers, whatever its proportions. */
const area = 0.22

/** Room for equal areas in frames that are equal. */
function roomInFrame({ asset, shape }: Item): readonly [number, number] {
  const ratio = asset.width / asset.height
  const width = Math.min(Math.sqrt(area * shape * ratio), 0.78, 0.72 * shape * ratio)
  return [1 - width, 1 - width / ratio / shape]
}

/** Mean luminance of the visible parts, from 0 to 1, which is in the first byte of a ThumbHash. */
const luminanceOf = ({ placeholder }: Asset): number =>
  (atob(placeholder?.thumbhash ?? '').charCodeAt(0) & 63) / 63

/**
 * Grounds of transparent pictures: white behind dark ones if the page's text is light, and the reverse. If the pictures of a
 * widget need different grounds, each has its own; otherwise all have the same.
 */
function clearGround(items: readonly Item[]): string {
  const clear = items.flatMap(({ asset, _isClear }, index) =>
    _isClear ? [{ index, light: luminanceOf(asset) }] : [],
  )
  const dark = clear.filter(({ light }) => light < 0.36)
  const bright = clear.filter(({ light }) => light > 0.72)
  const all = one(clear.map(({ index }) => index))
  const rule = (some: typeof clear, other: typeof clear, colour: string) => {
    if (some.length === 0) return ''
    const part = other.length === 0 ? all : one(some.map(({ index }) => index))
    return `${part}:is(*,.loaded){background:var(--vitrine-image-background,oklch(from currentcolor ${colour}))}`
  }
  if (clear.length === 0) return ''
  // Without a script it would stay.
  const until = `@media(scripting){${all}:not(.loaded){background-image:linear-gradient(${quiet} 0 0);background-origin:content-box;background-repeat:no-repeat}}`
  return `${all}.loaded{background:var(--vitrine-image-background)}${rule(dark, bright, '.97 0 0/clamp(0,(l - .6)*999,1)')}${rule(bright, dark, '.25 0 0/clamp(0,(.6 - l)*999,1)')}${until}`
}
