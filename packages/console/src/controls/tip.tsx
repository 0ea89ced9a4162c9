import { useMemo } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import css from './tip.module.css'

type Props = { label: string; anchor: Element }

/** The kit reads the state of a trigger, which a tip that is shown by its owner does not have. */
const shown = {
  isOpen: true,
  shouldSkipAnimation: false,
  open: () => undefined,
  close: () => undefined,
}

export function Tip({ label, anchor }: Props) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <TooltipTriggerStateContext value={shown}>
      <Tooltip isOpen triggerRef={triggerRef} className={css.tip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
