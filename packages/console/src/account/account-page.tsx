import { Page } from '../controls/page.tsx'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { DangerZone } from './danger-zone.tsx'
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
