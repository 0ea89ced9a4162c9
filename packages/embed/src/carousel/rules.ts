/** Minimum width of a slide, pixels. A narrow container shows fewer slides at once. */
const leastWidth = 160

/**
 * Rules that set two custom properties: `--tallest`, the tallest slide's height relative to its
 * width, and `--per`, the number of slides in view, by the container's width. If all slides are in
 * view, the controls are hidden.
 */
export function carouselRules(shapes: readonly number[], perView: number, gap: number): string {
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
