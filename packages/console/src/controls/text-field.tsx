import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import css from './field.module.css'

type Kept =
  | 'name'
  | 'defaultValue'
  | 'value'
  | 'autoFocus'
  | 'autoComplete'
  | 'maxLength'
  | 'spellCheck'

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, Kept | 'inputMode' | 'type'> & {
  label: string
  hint?: ReactNode
  /** The problem that the service found. */
  problem?: string | undefined
  /** Makes it an area of this height. */
  rows?: number
  placeholder?: string
  isReadOnly?: boolean
  isRequired?: boolean
  isDisabled?: boolean
  /** Whether its text is selected when it takes the focus, so that typing replaces it. */
  isReplaced?: boolean
  onChange?(value: string): void
}

/** Native: the kit's would take a tenth of the scripts of a page with a form. */
export function TextField({
  label,
  hint,
  problem,
  rows,
  isReadOnly,
  isRequired,
  isDisabled,
  isReplaced,
  onChange,
  ...input
}: Props) {
  const id = useId()
  const about = problem ?? hint
  const shared = {
    ...input,
    id,
    readOnly: isReadOnly,
    required: isRequired,
    disabled: isDisabled,
    'aria-invalid': problem !== undefined,
    'aria-describedby': about === undefined ? undefined : `${id}-about`,
  }
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {rows === undefined ? (
        <input
          {...shared}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
          onFocus={({ currentTarget }) => isReplaced && currentTarget.select()}
          className={css.input}
        />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
          className={`${css.input} ${css.area}`}
        />
      )}
      {about === undefined ? null : (
        <span id={`${id}-about`} className={problem === undefined ? 'hint' : 'wrong'}>
          {about}
        </span>
      )}
    </div>
  )
}
