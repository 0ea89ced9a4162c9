import { controlsOf, perViewStarts } from '../carousel/controls.js'
import { start } from '../carousel/start.js'
import { template } from '../carousel/template.js'
import type { Layout } from '../layout.js'
import css from '../styles/carousel.css'
import type { View } from '../view.js'

/** CAROUSEL and SLIDER: pictures in a row, one or several in view. */
export const layout: Layout = { css, _template: template, _rules: carouselRules, _start: start }

const none = '{display:none}'

/**
 * Rules that set `--per`, the number of slides in view, by the container's width. If all slides are in view, the
 * controls are hidden. Where there is no room for dots, a bar shows the position.
 */
function carouselRules({ config, items }: View): string {
  const count = items.length
  const has = controlsOf(config, count)
  const dotsFrom = 24 * count + (has._arrows ? 88 : 0) + (has._toggle ? 44 : 0)
  const position = has._dots
    ? `.progress${none}@container (max-width:${dotsFrom - 0.1}px){.dots${none}.progress{display:block}}`
    : ''
  const steps = perViewStarts(config, has._sideRoom).map((from, index) => {
    const per = index + 1
    const isWhole = per >= count
    const rules = `.carousel{--per:${per}${isWhole ? `;--side:0px}.control,.dots,.progress,.counter${none}` : '}'}`
    return index ? `@container (min-width:${from}px){${rules}}` : rules
  })
  return position + steps.join('')
}
