import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Confirm } from '../controls/dialog.tsx'
import { Icon } from '../controls/icon.tsx'
import { Badge } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Panel } from '../controls/page.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { Moment, useMomentOf } from '../session/moment.tsx'
import { roleName } from '../session/role-name.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { revokeToken } from './commands.ts'
import { type Token, tokensQuery } from './queries.ts'

const NewToken = lazyPart(() => import('./new-token.tsx'))

export function Tokens() {
  const { organizations } = useMe()
  const { data, error } = useQuery(tokensQuery)
  const [isNew, setNew] = useState(false)
  const [revoked, setRevoked] = useState<Token | null>(null)
  const button = (
    <Button icon="plus" onPress={() => setNew(true)}>
      {t('New token')}
    </Button>
  )
  return (
    <Panel
      id="tokens"
      title={t('Personal access tokens')}
      lead={t('For scripts, the command line and CI. They never do more than you may.')}
      actions={organizations.length > 0 ? button : null}
    >
      <Loading data={data} error={error} lines={2} />
      {data?.length === 0 ? (
        <p className={css.none}>{t('No token yet. Create one when a script needs it.')}</p>
      ) : null}
      <ul className={`${css.list} optional`}>
        {data?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
        ))}
      </ul>
      {isNew ? <NewToken onClose={() => setNew(false)} /> : null}
      {revoked === null ? null : (
        <Confirm
          title={t('Revoke the token?')}
          label={t('Revoke token')}
          onClose={() => setRevoked(null)}
          act={() => revokeToken(revoked.id)}
        >
          <p>{t('Scripts that use {name} are refused from now on.', { name: revoked.name })}</p>
        </Confirm>
      )}
    </Panel>
  )
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke(): void }) {
  const { name, organizationId, projectId, role, tokenPrefix, expiresAt, lastUsed } = token
  const organization = useMe().organizations.find(({ id }) => id === organizationId)
  const isExpired = useMomentOf()(expiresAt) <= new Date()
  return (
    <li className={css.row}>
      <span className={`${css.sign} center`}>
        <Icon name="key" />
      </span>
      <div className={`${css.about} fill lines`}>
        <strong>
          {name} <Badge>{roleName(role)}</Badge>{' '}
          {isExpired ? <Badge tone="warn">{t('Expired')}</Badge> : null}
        </strong>
        <span className="aside">
          <code>{tokenPrefix}…</code>
          {' · '}
          {projectId === null ? organization?.name : t('one project')}
          {' · '}
          {isExpired ? t('expired') : t('expires')} <Moment at={expiresAt} />
          {' · '}
          {lastUsed === null ? (
            t('never used')
          ) : (
            <>
              {t('last used')} <Moment at={lastUsed} />
            </>
          )}
        </span>
      </div>
      <Button size="sm" look="danger" onPress={onRevoke} aria-label={t('Revoke {name}', { name })}>
        {t('Revoke')}
      </Button>
    </li>
  )
}
