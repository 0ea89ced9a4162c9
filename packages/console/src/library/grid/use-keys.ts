import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { actionOf, type CellAction, type OnAction } from './actions.ts'
import { directionOf } from './use-scroll.ts'
import { type Geometry, stepOf } from './window.ts'

/** Returns the index of the cell that contains the target; null outside of the cells. */
function indexOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return cell === null ? null : Number(cell.dataset.index)
}

/** Whether nothing has the focus, as after the removal of the element that had it. */
const isNowhere = (): boolean => (document.activeElement ?? document.body) === document.body

/**
 * Keeps the focus in the grid while cells come and go. If the focused cell is no longer rendered (it was scrolled out of
 * sight, or the rows have other lengths now), the grid has the focus, and keys work, until that cell is rendered again.
 */
function useFocus(
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

type Options = {
  scroller: RefObject<HTMLElement | null>
  grid: Geometry
  /** Changes when the list is another one. */
  listKey: string
  idAt(index: number): string | null
  show(index: number): void
  onAction: OnAction
}

/** The one cell that has the focus, and what keys and clicks do. */
export function useKeys({ scroller, grid, listKey, idAt, show, onAction }: Options) {
  const [focused, setFocused] = useState(0)
  const { take, ...focusing } = useFocus(scroller, focused, setFocused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is another one.
  useEffect(() => setFocused(0), [listKey])
  const act = (action: CellAction, index: number, from = focused) =>
    onAction(action, index, idAt(index), from)

  const onKeyDown = (event: KeyboardEvent) => {
    const from = indexOf(event.target) ?? focused
    const action = actionOf(event)
    const direction = directionOf(scroller.current)
    // With Ctrl these two go the same way; the browser would scroll and leave the focus.
    const isStep = !(event.ctrlKey || event.metaKey) || ['Home', 'End'].includes(event.key)
    const to = isStep ? stepOf(grid, event.key, from, direction) : null
    if (to === null && action === undefined) return
    event.preventDefault()
    if (action !== undefined) return act(action, from)
    if (to === null) return
    take()
    setFocused(to)
    show(to)
    act(event.shiftKey ? 'range' : 'step', to, from)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const index = indexOf(target)
    if (index === null) return
    setFocused(index)
    const toggles = event.ctrlKey || event.metaKey || target.closest('[data-tick]') !== null
    act(event.shiftKey ? 'range' : toggles ? 'toggle' : 'open', index)
  }
  return { focused, onKeyDown, onClick, ...focusing }
}
