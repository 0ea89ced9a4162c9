import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { ButtonProps } from 'react-aria-components/Button'
import { onDemand } from './on-demand.tsx'

type HoverEvent = Parameters<NonNullable<ButtonProps['onHoverStart']>>[0]

export const tip = onDemand(
  () => import('./tip.tsx'),
  (parts) => parts.Tip,
)

/** How long the pointer rests before the tip appears, ms. */
const tipDelayMs = 500

/** The button beside which the tip is shown. Its press and Escape hide the tip. */
export function useTip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    anchor,
    show: setAnchor,
    hide,
    handlers: {
      onHoverStart: ({ target }: HoverEvent) => {
        timer.current = setTimeout(() => setAnchor(target), tipDelayMs)
      },
      onHoverEnd: hide,
      onFocus: ({ target }: FocusEvent<Element>) =>
        target.matches(':focus-visible') && setAnchor(target),
      onBlur: hide,
    },
  }
}
