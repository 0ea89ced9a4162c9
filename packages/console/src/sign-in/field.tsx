import { type InputHTMLAttributes, useId, useState } from 'react'
import { t } from '../words/words.ts'
import css from './sign-in.module.css'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  hint?: string
  problem?: string | undefined
}

/** A native input with its label. The sign-in loads no kit, so that it is there at once. */
export function Field({ label, hint, problem, type = 'text', ...input }: Props) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  const about = problem ?? hint
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          {...input}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          aria-invalid={problem !== undefined}
          aria-describedby={about === undefined ? undefined : `${id}-about`}
        />
        {isPassword ? (
          <button
            type="button"
            className={`${css.show} bare aside`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t('Hide') : t('Show')}
            <span className="visually-hidden"> {t('password')}</span>
          </button>
        ) : null}
      </div>
      {about === undefined ? null : (
        <p id={`${id}-about`} className={problem === undefined ? 'hint' : 'wrong'}>
          {about}
        </p>
      )}
    </div>
  )
}
