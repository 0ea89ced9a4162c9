/**
 * Renders the row of dots as tabs: one stop in the tab order, arrow keys wrap, Home and End jump.
 *
 * @returns a function that updates the selected dot and the number of dots.
 */
export function startDots(
  row: HTMLElement,
  choose: (index: number) => void,
): (index: number, count: number) => void {
  const dots = [...row.children] as HTMLElement[]
  let current = 0
  let total = dots.length

  dots.forEach((dot, at) => {
    dot.onclick = () => choose(at)
  })
  row.onkeydown = (event) => {
    const next = neighbour(event.key, current, total, getComputedStyle(row).direction === 'rtl')
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(next)
    dots[next]?.focus()
  }
  return (index, count) => {
    current = index
    total = count
    dots.forEach((dot, at) => {
      dot.ariaSelected = `${at === index}`
      dot.tabIndex = at === index ? 0 : -1
      dot.hidden = at >= count
    })
  }
}

/** The index a key moves to in a row of tabs, or undefined if the key has no effect. */
export function neighbour(
  key: string,
  current: number,
  count: number,
  isRightToLeft: boolean,
): number | undefined {
  const [left, right] = isRightToLeft ? [1, count - 1] : [count - 1, 1]
  const targets: Readonly<Record<string, number>> = {
    Home: 0,
    End: count - 1,
    ArrowLeft: (current + left) % count,
    ArrowRight: (current + right) % count,
  }
  return targets[key]
}
