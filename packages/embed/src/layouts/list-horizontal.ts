import type { Layout, Parts, Running } from '../layout.js'
import css from '../styles/list-horizontal.css'
import type { Item, View } from '../view.js'
import { clearGap, clearRatio } from './boxes.js'
import { insetRules } from './insets.js'
import { list } from './list.js'

/** A strip that scrolls by touch, wheel and keys, and with previous and next buttons. */
export const layout: Layout = {
  css,
  _template: (view) => [
    'div',
    { class: 'ring' },
    ...view._arrows,
    [
      'div',
      {
        class: view.config.snap ? 'scroll snap' : 'scroll',
        tabindex: 0,
        role: 'group',
        'aria-label': view.labels.slides,
      },
      list(view, { class: !view.config.itemWidth && 'even' }),
    ],
  ],
  _rules: (view) => middleRule(view) + clearRatios(view) + insetRules(view, boxesOf(view)),
  _start: startScrolling,
}

/** The middle of equally high pictures, or of the one in the middle of their order by height. */
function middleRule({ config: { itemHeight, itemWidth }, items }: View): string {
  const shapes = items.map(({ shape }) => shape).sort((one, other) => one - other)
  const median = shapes[shapes.length >> 1] ?? 1
  const height = itemWidth
    ? `min(var(--vitrine-item-width),85cqi)*${median.toFixed(3)}`
    : `${itemHeight}px`
  return `.ring{--middle:calc(${height}/2)}`
}

const clearRatios = ({ config, items }: View): string =>
  config.itemWidth
    ? ''
    : items
        .map(({ asset, _isClear }, index) =>
          _isClear ? `.i${index}{--ratio:${clearRatio(asset).toFixed(4)}}` : '',
        )
        .join('')

const boxesOf = ({ config: { itemHeight, itemWidth } }: View) =>
  itemWidth
    ? { _widest: () => itemWidth }
    : {
        _widest: ({ shape }: Item) => itemHeight / shape,
        _height: () => 'var(--vitrine-item-height)',
        _room: ({ asset }: Item) => {
          const ratio = clearRatio(asset)
          const width = ratio - clearGap
          return [clearGap / ratio, 1 - (width * asset.height) / asset.width] as const
        },
      }

/** Slightly less than a full page, so that the visitor keeps their bearings. */
const share = 0.9

function startScrolling({ root }: Parts): Partial<Running> | undefined {
  const [previous, next] = root.querySelectorAll<HTMLElement>('.arrow')
  const scroll = root.querySelector<HTMLElement>('.scroll')
  if (!previous || !next || !scroll) return

  const update = () => {
    const left = Math.abs(scroll.scrollLeft)
    const most = scroll.scrollWidth - scroll.clientWidth
    previous.ariaDisabled = `${left < 2}`
    next.ariaDisabled = `${left > most - 2}`
    root.classList.toggle('still', most < 2)
  }
  const step = (by: number) => {
    const isStill = matchMedia('(prefers-reduced-motion:reduce)').matches
    const forward = getComputedStyle(scroll).direction === 'rtl' ? -by : by
    const left = forward * share * scroll.clientWidth
    scroll.scrollBy({ left, behavior: isStill ? 'instant' : 'smooth' })
  }
  previous.onclick = () => step(-1)
  next.onclick = () => step(1)
  scroll.addEventListener('scroll', update, { passive: true })
  const resizing = new ResizeObserver(update)
  resizing.observe(scroll)
  return { _stop: () => resizing.disconnect(), _step: step }
}
