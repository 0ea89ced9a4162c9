import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page } from '../controls/page.tsx'
import { Panel } from '../controls/panel.tsx'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

export default function AccountPage() {
  const { name } = useMe()
  return (
    <Page
      title={t('Account')}
      width="narrow"
      lead={t('Who you are here, where you are signed in, and what scripts may do for you.')}
    >
      <Profile key={name} />
      <Password />
      <Sessions />
      <Tokens />
      <DangerZone />
    </Page>
  )
}

const DeleteAccount = lazyPart(() => import('./delete-account.tsx'))

function DangerZone() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      title={t('Delete the account')}
      lead={t(
        'Your memberships, sessions and tokens end. What you made stays with its organization.',
      )}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {t('Delete account')}
        </Button>
      }
    >
      {isOpen ? <DeleteAccount onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}
