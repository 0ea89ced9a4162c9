import type { Schemas } from '@vitrine/sdk'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Notice } from '../controls/notice.tsx'
import { Secret } from '../controls/secret.tsx'
import { t } from '../words/words.ts'

type Props = { created: Schemas['CreatedSigningKey']; onClose(): void }

/** Its secret, which is shown once. */
export default function NewSigningKey({ created: { id, secret }, onClose }: Props) {
  return (
    <Dialog
      title={t('Copy the secret now')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={<Button onPress={onClose}>{t('I have copied it')}</Button>}
    >
      <Notice tone="warn" icon="alert">
        {t('It is shown this once, and belongs on servers alone.')}
      </Notice>
      <Secret label={t('Secret of {id}', { id })} value={secret} />
    </Dialog>
  )
}
