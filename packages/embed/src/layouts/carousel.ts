import { carouselRules } from '../carousel/rules.js'
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
