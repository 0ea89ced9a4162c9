import { Page } from '../controls/page.tsx'
import { useMe } from '../session/use-me.ts'
import { say } from '../words/words.ts'
import { DangerZone } from './danger-zone.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

export default function AccountPage() {
  const { name } = useMe()
  return (
    <Page
      title={say('Account')}
      width="narrow"
      lead={say('Who you are here, where you are signed in, and what scripts may do for you.')}
    >
      <Profile key={name} />
      <Password />
      <Sessions />
      <Tokens />
      <DangerZone />
    </Page>
  )
}
