import { type PointerEvent, useRef } from 'react'
import { t } from '../../words/words.ts'
import css from './preview.module.css'
import { draggedWidth, keyedWidth, leastWidth, mostWidth } from './width.ts'

type Props = {
  /** Of the page in the preview, px. */
  width: number
  scale: number
  onResize(width: number): void
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

/** The edge of the page: dragged, or moved by the arrow keys. */
export function ResizeHandle({ width, scale, onResize }: Props) {
  const start = useRef({ x: 0, width: 0, scale: 1 })
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    // Over the frame, its page would get the moves.
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width, scale }
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { x, width: from, scale: of } = start.current
    const by = isRightToLeft(currentTarget) ? x - clientX : clientX - x
    onResize(draggedWidth({ from, by, scale: of }))
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={css.handle}
      aria-label={t('Edge of the page')}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      aria-valuenow={width}
      aria-valuetext={t('{width} pixels wide', { width })}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={(event) => {
        const next = keyedWidth(width, event, isRightToLeft(event.currentTarget))
        if (next === null) return
        event.preventDefault()
        onResize(next)
      }}
    />
  )
}
