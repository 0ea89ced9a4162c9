/** A slide is not made narrower than this, pixels: in a narrow place fewer are seen at once. */
const leastWidth = 160

/**
 * Rules that set how many slides are seen, `--per`, by the container's width; where that is all
 * of them, there is nothing to control.
 */
export function carouselRules(count: number, perView: number, gap: number): string {
  return Array.from({ length: perView }, (_, index) => {
    const per = index + 1
    const all = per >= count ? '.control,.dots,.counter{display:none}' : ''
    const rules = `.carousel{--per:${per}}${all}`
    return per === 1
      ? rules
      : `@container (min-width:${per * leastWidth + index * gap}px){${rules}}`
  }).join('')
}
