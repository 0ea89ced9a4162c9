import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Skeleton } from '../controls/notice.tsx'
import { Panel } from '../controls/panel.tsx'
import { useAction } from '../controls/use-action.ts'
import { May } from '../permissions/permissions.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { wordsOf } from '../server/error-words.ts'
import type { Project } from '../server/projects.ts'
import { Moment } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import { createSigningKey } from './commands.ts'
import css from './project-settings.module.css'
import { type SigningKey, signingKeysQuery } from './queries.ts'

const NewSigningKey = lazy(() => import('./new-signing-key.tsx'))
const RevokeSigningKey = lazy(() => import('./revoke-signing-key.tsx'))

type Created = Schemas['CreatedSigningKey']

type Props = { projectId: string; rule: Project['transformations'] }

export function SigningKeys({ projectId, rule }: Props) {
  const { data, error } = useQuery(signingKeysQuery(projectId))
  const [created, setCreated] = useState<Created | null>(null)
  const [revoked, setRevoked] = useState<SigningKey | null>(null)
  const create = useAction(async () => setCreated(await createSigningKey(projectId)), wordsOf)
  return (
    <Panel
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
      <LoadProblem error={error} />
      {data === undefined && !error ? <Skeleton lines={2} /> : null}
      {data?.length === 0 ? (
        <p className={css.none}>
          {rule === 'signed'
            ? t('No key yet, so no size can be signed.')
            : t('No key yet. You need one for signed addresses.')}
        </p>
      ) : null}
      <ul className={css.list}>
        {data?.map((key) => (
          <Row key={key.id} signingKey={key} onRevoke={() => setRevoked(key)} />
        ))}
      </ul>
      {created === null ? null : (
        <Suspense fallback={null}>
          <NewSigningKey created={created} onClose={() => setCreated(null)} />
        </Suspense>
      )}
      {revoked === null ? null : (
        <Suspense fallback={null}>
          <RevokeSigningKey
            projectId={projectId}
            signingKey={revoked}
            onClose={() => setRevoked(null)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

type RowProps = { signingKey: SigningKey; onRevoke(): void }

const Row = ({ signingKey: { id, createdAt }, onRevoke }: RowProps) => (
  <li className={css.row}>
    <div className={css.about}>
      <code>{id}</code>
      <span>
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
