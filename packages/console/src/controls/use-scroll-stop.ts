import { useLayoutEffect, useRef } from 'react'
import { control, firstIn } from './use-dialog-focus.ts'

/**
 * Makes an element a stop of the Tab key as long as its content is longer than it and has no control in it: keys
 * scroll it from there. Browsers differ in whether they do so themselves.
 */
export function useScrollStop() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (outer === null || inner === null) return
    const observer = new ResizeObserver(() => {
      const isStop =
        outer.scrollHeight > outer.clientHeight && firstIn(inner, control) === undefined
      if (isStop) outer.tabIndex = 0
      else outer.removeAttribute('tabindex')
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return { scroller, content }
}
