/** A slide is not made narrower than this, pixels: in a narrow place fewer are seen at once. */
const leastWidth = 160

/**
 * Rules that set the tallest slide's height by its width, `--tallest`, and how many slides are seen,
 * `--per`, by the container's width; where that is all of them, there is nothing to control.
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
