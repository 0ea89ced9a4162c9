import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Notice } from '../controls/notice.tsx'
import { toastProblem } from '../controls/toast.tsx'
import type { CreatedApiKey } from '../server/api-keys.ts'
import { t } from '../words/words.ts'
import css from './api-keys.module.css'

type Props = { apiKey: CreatedApiKey; onClose(): void; children?: ReactNode }

/** Shows a key once. Without copying it, one has to close twice. */
export function SecretDialog({ apiKey, onClose, children }: Props) {
  const [isCopied, setCopied] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const close = () => (isCopied || isWarned ? onClose() : setWarned(true))
  const copy = () =>
    navigator.clipboard.writeText(apiKey.key).then(
      () => setCopied(true),
      () => {
        setWarned(true)
        toastProblem(t('The browser does not allow copying. Select the key instead.'))
      },
    )
  const actions = (
    <>
      <Button onPress={close}>{isWarned && !isCopied ? t('Close without it') : t('Close')}</Button>
      <Button
        look="primary"
        autoFocus
        icon={isCopied ? 'check' : 'copy'}
        onPress={() => void copy()}
      >
        {isCopied ? t('Copied') : t('Copy key')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('Your key')} onClose={close} actions={actions} role="alertdialog" width="md">
      <p>{t('It is shown here and now only: Vitrine keeps a hash of it.')}</p>
      <code className={css.secret}>{apiKey.key}</code>
      {children}
      <div role="alert">
        {isWarned && !isCopied ? (
          <Notice tone="warn" icon="alert">
            {t('You have not copied it. It cannot be shown again.')}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}
