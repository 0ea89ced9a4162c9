import type { Schemas } from '@vitrine/sdk'
import { Notice } from '../controls/notice.tsx'
import { ShownOnce } from '../controls/secret.tsx'
import { t } from '../words/words.ts'
import { linkOf } from './link.ts'

type Props = { invitation: Schemas['CreatedInvitation']; onClose(): void }

/** The link holds the token, which no list shows again. */
export function InvitationLink({ invitation: { email, token, mailed }, onClose }: Props) {
  return (
    <ShownOnce
      title={t('The invitation is ready')}
      warning={
        mailed ? (
          <Notice tone="good" icon="mail">
            {t('A mail to {email} is on its way. You can also send the link yourself.', { email })}
          </Notice>
        ) : (
          t('No mail was sent. Give this link to {email}: it is shown this once.', { email })
        )
      }
      label={t('Link, valid for 7 days and one person')}
      value={linkOf(token)}
      close={t('Done')}
      onClose={onClose}
    />
  )
}
