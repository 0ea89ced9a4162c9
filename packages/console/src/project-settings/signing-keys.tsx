import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Panel } from '../controls/page.tsx'
import { useAction } from '../controls/use-action.ts'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { Moment } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import { createSigningKey } from './commands.ts'
import css from './project-settings.module.css'
import { type SigningKey, signingKeysQuery } from './queries.ts'

const ShownOnce = lazyPart(async () => ({
  default: (await import('../controls/secret.tsx')).ShownOnce,
}))
const RevokeSigningKey = lazyPart(() => import('./revoke-signing-key.tsx'))

type Created = Schemas['CreatedSigningKey']

/** `isNeeded`: a setting of the project demands signatures. */
type Props = { projectId: string; isNeeded: boolean }

export function SigningKeys({ projectId, isNeeded }: Props) {
  const { data, error } = useQuery(signingKeysQuery(projectId))
  const [created, setCreated] = useState<Created | null>(null)
  const [revoked, setRevoked] = useState<SigningKey | null>(null)
  const create = useAction(async () => setCreated(await createSigningKey(projectId)))
  return (
    <Panel
      id="signing-keys"
      title={t('Signing keys')}
      lead={t('Your servers sign addresses of pictures with them. Never put one into a page.')}
      actions={
        <May call="createSigningKey">
          <Button icon="plus" isPending={create.isPending} onPress={create.run}>
            {t('New key')}
          </Button>
        </May>
      }
    >
      <Loading data={data} error={error} lines={2} />
      {data?.length === 0 ? (
        <p className="aside">
          {isNeeded
            ? t('No key yet, so your servers can sign nothing.')
            : t('No key yet. You need one for signed addresses.')}
        </p>
      ) : null}
      <ul className={`${css.list} optional`}>
        {data?.map((key) => (
          <Row key={key.id} signingKey={key} onRevoke={() => setRevoked(key)} />
        ))}
      </ul>
      {created === null ? null : (
        <ShownOnce
          title={t('Copy the secret now')}
          warning={t('It is shown this once, and belongs on servers alone.')}
          label={t('Secret of {id}', { id: created.id })}
          value={created.secret}
          close={t('I have copied it')}
          onClose={() => setCreated(null)}
        />
      )}
      {revoked === null ? null : (
        <RevokeSigningKey
          projectId={projectId}
          signingKey={revoked}
          onClose={() => setRevoked(null)}
        />
      )}
    </Panel>
  )
}

type RowProps = { signingKey: SigningKey; onRevoke(): void }

const Row = ({ signingKey: { id, createdAt }, onRevoke }: RowProps) => (
  <li className={`${css.row} wrap`}>
    <div className={`${css.about} lines`}>
      <code>{id}</code>
      <span className="aside">
        {t('created')} <Moment at={createdAt} />
      </span>
    </div>
    <Button
      size="sm"
      look="danger"
      onPress={onRevoke}
      aria-label={t('Revoke {name}', { name: id })}
    >
      {t('Revoke')}
    </Button>
  </li>
)
