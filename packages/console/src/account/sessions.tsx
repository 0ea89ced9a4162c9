import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Confirm } from '../controls/dialog.tsx'
import { Icon } from '../controls/icon.tsx'
import { Badge } from '../controls/notice.tsx'
import { Panel } from '../controls/page.tsx'
import { useAction } from '../controls/use-action.ts'
import { Loading } from '../problems/load-problem.tsx'
import { Moment } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { endOtherSessions, endSession } from './commands.ts'
import { type LiveSession, sessionsQuery } from './queries.ts'
import { RevokeTokens } from './revoke-tokens.tsx'

export function Sessions() {
  const { data, error } = useQuery(sessionsQuery)
  const [isEnding, setEnding] = useState(false)
  const [revokeTokens, setRevokeTokens] = useState(false)
  const others = data?.filter(({ current }) => !current) ?? []
  const button = (
    <Button icon="logOut" onPress={() => setEnding(true)}>
      {t('End all others')}
    </Button>
  )
  return (
    <Panel
      id="sessions"
      title={t('Sessions')}
      lead={t('End one that you do not know, and change your password.')}
      actions={others.length > 0 ? button : null}
    >
      <Loading data={data} error={error} lines={3} />
      <ul className={`${css.list} optional`}>
        {data?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {isEnding ? (
        <Confirm
          title={t('End all other sessions?')}
          label={t('End sessions')}
          onClose={() => setEnding(false)}
          act={() => endOtherSessions({ revokeTokens })}
        >
          <p>
            {t(
              '{count, plural, one {# other browser or program has} other {# other browsers and programs have}} to sign in again. This one stays.',
              { count: others.length },
            )}
          </p>
          <RevokeTokens isSelected={revokeTokens} onChange={setRevokeTokens} />
        </Confirm>
      ) : null}
    </Panel>
  )
}

function Session({ session }: { session: LiveSession }) {
  const { id, device, address, createdAt, lastUsed, current } = session
  const end = useAction(() => endSession(id))
  const name = device ?? t('Unknown device')
  return (
    <li className={css.row}>
      <span className={`${css.sign} center`} data-current={current}>
        <Icon name={/vitrine|node|curl/i.test(name) ? 'command' : 'monitor'} />
      </span>
      <div className={`${css.about} fill lines`}>
        <strong>
          {name} {current ? <Badge tone="good">{t('This one')}</Badge> : null}
        </strong>
        <span className="aside">
          {address === null ? null : (
            <>
              <bdi>{address}</bdi>
              {' · '}
            </>
          )}
          {t('last used')} <Moment at={lastUsed} />
          {' · '}
          {t('signed in')} <Moment at={createdAt} />
        </span>
      </div>
      {current ? null : (
        <Button
          size="sm"
          isPending={end.isPending}
          onPress={end.run}
          aria-label={t('End the session of {device}', { device: name })}
        >
          {t('End')}
        </Button>
      )}
    </li>
  )
}
