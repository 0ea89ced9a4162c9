import type { Layout, Parts, Running } from '../layout.js'
import css from '../styles/list-horizontal.css'
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
  _start: startScrolling,
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
