import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import css from './tabs.module.css'

type Props<Key extends string> = {
  label: string
  tabs: readonly { id: Key; label: string }[]
  value: Key
  onChange(value: Key): void
  /** The content of the selected tab. */
  children: ReactNode
}

/** The kit's tabs would add 23 KB. The arrow keys select, so one key press shows the next panel. */
export function Tabs<Key extends string>({ label, tabs, value, onChange, children }: Props<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = targetOf(
      event,
      tabs.length,
      Math.max(
        0,
        tabs.findIndex((tab) => tab.id === value),
      ),
    )
    const next = to === null ? undefined : tabs[to]
    if (to === null || next === undefined) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div className={`${css.tabs} stack-5`}>
      <div ref={list} role="tablist" aria-label={label} className={css.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            className={`${css.tab} bare`}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        className={`${css.panel} stack-5`}
      >
        {children}
      </div>
    </div>
  )
}

/** The tab that a key leads to; null for other keys. `ArrowLeft` goes on where lines run to the left. */
function targetOf(event: KeyboardEvent<HTMLElement>, count: number, at: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return null
  const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = (event.key === 'ArrowRight') === isMirrored ? -1 : 1
  return (at + step + count) % count
}
