import { start } from '../carousel/start.js'
import { template } from '../carousel/template.js'
import type { Layout } from '../layout.js'
import css from '../styles/carousel.css'

/** CAROUSEL and SLIDER: pictures in a row, one or several in view. */
export const layout: Layout = {
  css,
  _template: template,
  _rules: ({ items, config: { gap, slidesPerView } }) =>
    carouselRules(
      items.map(({ shape }) => shape),
      slidesPerView,
      gap,
    ),
  _start: start,
}

/** Minimum width of a slide, pixels. A narrow container shows fewer slides at once. */
const leastWidth = 160

/**
 * Rules that set two custom properties: `--tallest`, the tallest slide's height relative to its
 * width, and `--per`, the number of slides in view, by the container's width. If all slides are in
 * view, the controls are hidden.
 */
function carouselRules(shapes: readonly number[], perView: number, gap: number): string {
  const count = shapes.length
  const tallest = `.carousel{--tallest:${Math.max(0, ...shapes)}}`
  const steps = Array.from({ length: perView }, (_, index) => {
    const per = index + 1
    const all = per >= count ? '.control,.dots,.counter{display:none}' : ''
    const rules = `.carousel{--per:${per}}${all}`
    return per === 1
      ? rules
      : `@container (min-width:${per * leastWidth + index * gap}px){${rules}}`
  })
  return tallest + steps.join('')
}
