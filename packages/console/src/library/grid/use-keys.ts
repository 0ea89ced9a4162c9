import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from 'react'
import type { CellAction, OnAction } from './actions.ts'
import { actionOf } from './actions.ts'
import { indexOf, useFocus } from './use-focus.ts'
import { directionOf } from './use-scroll.ts'
import { type Geometry, stepOf } from './window.ts'

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
    const to = event.ctrlKey || event.metaKey ? null : stepOf(grid, event.key, from, direction)
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
