import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Of the cell that has the target; null beside the cells. */
export function indexOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return cell === null ? null : Number(cell.dataset.index)
}

/** Whether nothing has the focus, as after the removal of the element that had it. */
const isNowhere = (): boolean => (document.activeElement ?? document.body) === document.body

/**
 * Keeps the focus in the grid while cells come and go. If the focused cell is no longer rendered (it was scrolled out of
 * sight, or the rows have other lengths now), the grid has the focus, and keys work, until that cell is rendered again.
 */
export function useFocus(
  scroller: RefObject<HTMLElement | null>,
  focused: number,
  onFocused: (index: number) => void,
) {
  const isWanted = useRef(false)
  const held = useRef<Element | null>(null)
  // After every render: cells may have gone, and the wanted one may only now be there.
  useLayoutEffect(() => {
    const { current: grid } = scroller
    const lost = held.current?.isConnected === false && isNowhere() ? held.current : null
    if (grid === null || !(isWanted.current || lost)) return
    const index = isWanted.current || lost === null ? focused : (indexOf(lost) ?? focused)
    const cell = grid.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (lost) onFocused(index)
    else if (cell === null) return
    isWanted.current = cell === null
    const next = cell ?? grid
    next.focus({ preventScroll: true })
  })
  const take = useCallback(() => {
    isWanted.current = true
  }, [])
  const onFocus = ({ target }: FocusEvent) => {
    held.current = target
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    held.current = null
    // The focus went to another part of the page.
    if (relatedTarget !== null && !scroller.current?.contains(relatedTarget))
      isWanted.current = false
  }
  return { take, onFocus, onBlur }
}
