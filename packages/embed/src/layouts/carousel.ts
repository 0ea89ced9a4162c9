import { controlsOf, inView, perViewStarts } from '../carousel/controls.js'
import { start } from '../carousel/start.js'
import { template } from '../carousel/template.js'
import type { Layout } from '../layout.js'
import css from '../styles/carousel.css'
import type { View } from '../view.js'

/** CAROUSEL and SLIDER: pictures in a row, one or several in view. */
export const layout: Layout = { css, _template: template, _rules: carouselRules, _start: start }

/**
 * Rules that set `--per`, the number of slides in view, by the container's width. If all slides are in view, the
 * controls are hidden.
 */
function carouselRules({ config, items }: View): string {
  const count = items.length
  const has = controlsOf(config, count)
  return perViewStarts(config, has._sideRoom)
    .map((from, index) => {
      const per = index + 1
      const isWhole = per >= count
      const rules = `.carousel{--per:${inView(config, count, per)}${isWhole ? ';--side:0px}.control,.dots,.progress,.counter{display:none}' : '}'}`
      return index ? `@container (min-width:${from}px){${rules}}` : rules
    })
    .join('')
}
