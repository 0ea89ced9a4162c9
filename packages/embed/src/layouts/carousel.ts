import { carouselRules } from '../carousel/rules.js'
import { start } from '../carousel/start.js'
import { template } from '../carousel/template.js'
import css from '../styles/carousel.css'
import type { Layout } from './layout.js'

/** CAROUSEL and SLIDER: pictures in a row of which one or some are seen. */
export const layout: Layout = {
  css,
  slot: ({ slidesPerView }, width) =>
    slidesPerView > 1 ? `max(160px,${width}/${slidesPerView})` : width,
  template,
  rules: ({ items, config }) => carouselRules(items.length, config.slidesPerView, config.gap),
  start,
}
