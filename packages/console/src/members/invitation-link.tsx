import type { Schemas } from '@vitrine/sdk'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Notice } from '../controls/notice.tsx'
import { Secret } from '../controls/secret.tsx'
import { t } from '../words/words.ts'
import { linkOf } from './link.ts'

type Props = { invitation: Schemas['CreatedInvitation']; onClose(): void }

/** The link holds the token, which no list shows again. */
export function InvitationLink({ invitation: { email, token, mailed }, onClose }: Props) {
  return (
    <Dialog
      title={t('The invitation is ready')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={<Button onPress={onClose}>{t('Done')}</Button>}
    >
      {mailed ? (
        <Notice tone="good" icon="mail">
          {t('A mail to {email} is on its way. You can also send the link yourself.', { email })}
        </Notice>
      ) : (
        <Notice tone="warn" icon="alert">
          {t('No mail was sent. Give this link to {email}: it is shown this once.', { email })}
        </Notice>
      )}
      <Secret label={t('Link, valid for 7 days and one person')} value={linkOf(token)} />
    </Dialog>
  )
}
