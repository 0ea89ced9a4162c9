import type { Schemas } from '@vitrine/sdk'
import { Notice } from '../controls/notice.tsx'
import { ShownOnce } from '../controls/secret.tsx'
import { t } from '../words/words.ts'
import { linkOf } from './link.ts'

type Props = {
  invitation: Schemas['CreatedInvitation']
  /** The last day on which it can be accepted, in words. */
  until: string
  onClose(): void
}

/** The link holds the token, which no list shows again. */
export function InvitationLink({ invitation, until, onClose }: Props) {
  const { email, token, mailed } = invitation
  return (
    <ShownOnce
      title={mailed ? t('The invitation is sent') : t('The invitation is ready')}
      warning={
        mailed ? (
          <Notice tone="good" icon="mail">
            {t('A mail to {email} is on its way. It can be accepted until {until}.', {
              email,
              until,
            })}
          </Notice>
        ) : (
          t('No mail was sent. Give this link to {email}: it is shown this once.', { email })
        )
      }
      label={t('Link for one person, until {until}', { until })}
      value={linkOf(token)}
      close={t('Done')}
      onClose={onClose}
    />
  )
}
