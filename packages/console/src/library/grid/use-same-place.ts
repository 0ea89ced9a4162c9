import { useEffect, useLayoutEffect, useRef } from 'react'
import type { View } from '../view.ts'
import { type Geometry, offsetOf, offsetShowing, type Position, topIndexOf } from './window.ts'

/**
 * In another view, or with rows of another length, the list stays at the picture that was first in sight.
 *
 * @param kept the cell that has the focus: it stays in sight if it was.
 */
export function useSamePlace(
  view: View,
  grid: Geometry,
  position: Position,
  kept: number,
  { moveTo, show }: { moveTo(offset: number): void; show(index: number): void },
): void {
  const { columns } = grid
  const last = useRef({ view, columns, index: 0, isKeptInSight: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view or the rows are others.
  useLayoutEffect(() => {
    const { current: from } = last
    if (from.view === view && from.columns === columns) return
    moveTo(offsetOf(grid, from.index))
    if (from.isKeptInSight) show(kept)
  }, [view, columns])
  useEffect(() => {
    const isKeptInSight = offsetShowing(grid, position.offset, kept) === position.offset
    last.current = { view, columns, index: topIndexOf(grid, position), isKeptInSight }
  })
}
