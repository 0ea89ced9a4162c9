import { type ReactNode, useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { formatMoment } from '../words/formats.ts'
import css from './exact-time.module.css'
import { tip, useTip } from './use-tip.ts'

type Props = { at: Date; children: ReactNode }

/** A time in short. The exact one is shown by the pointer, by the focus of the keyboard, and by a touch. */
export function ExactTime({ at, children }: Props) {
  const { anchor, show, hide, handlers } = useTip()
  const exact = formatMoment(at)
  const id = useId()
  return (
    <>
      <Button
        {...handlers}
        // A dialog or a menu around it has slots for other buttons.
        slot={null}
        className={css.time ?? ''}
        aria-describedby={id}
        onPress={({ target }) => show(target)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && anchor !== null) hide()
          else event.continuePropagation()
        }}
      >
        <time dateTime={at.toISOString()}>{children}</time>
      </Button>
      <span id={id} hidden>
        {exact}
      </span>
      {anchor === null ? null : <tip.Shown label={exact} anchor={anchor} />}
    </>
  )
}
