import { useMemo } from 'react'
import { Tooltip } from 'react-aria-components/Tooltip'
import css from './tip.module.css'

type Props = { label: string; anchor: Element }

export function Tip({ label, anchor }: Props) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Tooltip isOpen triggerRef={triggerRef} className={css.tip ?? ''} offset={6}>
      {label}
    </Tooltip>
  )
}
