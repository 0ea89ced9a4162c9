import { type ReactNode, useId } from 'react'
import css from './field.module.css'
import { Icon } from './icon.tsx'

type Props = {
  children: ReactNode
  hint?: string
  isSelected: boolean
  isReadOnly?: boolean
  onChange(isSelected: boolean): void
}

/** Native, drawn as the design has it. A box that is read-only cannot be changed, but is read. */
export function Checkbox({ children, hint, isSelected, isReadOnly = false, onChange }: Props) {
  const id = useId()
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        className="visually-hidden"
        checked={isSelected}
        aria-readonly={isReadOnly}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => isReadOnly || onChange(currentTarget.checked)}
      />
      <span className={`${css.box} center`}>
        <Icon name="check" size={14} />
      </span>
      <span>
        <span id={id}>{children}</span>
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className={`${css.checkHint} hint`}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
