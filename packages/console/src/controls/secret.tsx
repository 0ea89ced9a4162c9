import { useState } from 'react'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import css from './secret.module.css'

type Props = { label: string; value: string }

/** A value to be copied. It is selected as a whole by one click. */
export function Secret({ label, value }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }
  return (
    <div className={css.secret}>
      <span className={css.label}>{label}</span>
      <div className={css.line}>
        <code className={css.value}>{value}</code>
        <Button
          autoFocus
          icon={state === 'copied' ? 'check' : 'copy'}
          look="primary"
          onPress={copy}
        >
          {state === 'copied' ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <p role="status" className={css.state}>
        {state === 'copied' ? t('It is in the clipboard.') : null}
        {state === 'refused'
          ? t('The browser does not allow copying. Select the value and copy it.')
          : null}
      </p>
    </div>
  )
}
