import { type ReactNode, useState } from 'react'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import css from './secret.module.css'

/** A value to be copied. It is selected as a whole by one click. */
export function Secret({ label, value }: Pick<ShownOnceProps, 'label' | 'value'>) {
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
      <div className="wrap">
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
      <p role="status" className={`${css.state} aside`}>
        {state === 'copied' ? t('It is in the clipboard.') : null}
        {state === 'refused'
          ? t('The browser does not allow copying. Select the value and copy it.')
          : null}
      </p>
    </div>
  )
}

type ShownOnceProps = {
  title: string
  /** Why it has to be copied now. */
  warning: ReactNode
  label: string
  value: string
  close: string
  onClose(): void
  children?: ReactNode
}

/**
 * What the service shows once, such as a token that was just created. The dialog is closed by its buttons alone, so
 * that the value is not lost by a click beside it.
 */
export const ShownOnce = ({
  title,
  warning,
  close,
  onClose,
  children,
  ...secret
}: ShownOnceProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    role="alertdialog"
    actions={<Button onPress={onClose}>{close}</Button>}
  >
    {typeof warning === 'string' ? (
      <Notice tone="warn" icon="alert">
        {warning}
      </Notice>
    ) : (
      warning
    )}
    <Secret {...secret} />
    {children}
  </Dialog>
)
