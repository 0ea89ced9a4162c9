import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { ToggleChip } from '../controls/toggle-chip.tsx'
import { useMay } from '../permissions/permissions.tsx'
import type { CreatedApiKey } from '../server/api-keys.ts'
import { formatList } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './embed-code.module.css'
import { adminsQuery } from './queries.ts'

const NewKey = lazy(() => import('./new-key.tsx'))
const ExistingKey = lazy(() => import('./existing-key.tsx'))

type Props = {
  projectId: string
  orgId: string
  created: CreatedApiKey | null
  onCreated(key: CreatedApiKey): void
  /** The whole key, if it is known; null for the placeholder. */
  onKnown(value: string | null): void
}

/** Which key the code has: a new one, whose value is known once, or one whose value the person has. */
export function KeyChoice({ projectId, orgId, created, onCreated, onKnown }: Props) {
  const mayCreate = useMay()('createApiKey')
  const [isNew, setNew] = useState(mayCreate)
  const choose = (next: boolean) => {
    setNew(next)
    onKnown(null)
  }
  if (created !== null) return <Created apiKey={created} />
  return (
    <div className={`${css.key} card stack-4`}>
      {mayCreate ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would frame more than the two buttons.
        <div className="wrap" role="group" aria-label={t('Key')}>
          <ToggleChip isSelected={isNew} onChange={() => choose(true)}>
            {t('New key')}
          </ToggleChip>
          <ToggleChip isSelected={!isNew} onChange={() => choose(false)}>
            {t('A key that you have')}
          </ToggleChip>
        </div>
      ) : null}
      <Suspense fallback={<Skeleton />}>
        {isNew ? (
          <NewKey projectId={projectId} onCreated={onCreated} />
        ) : (
          <ExistingKey projectId={projectId} onKnown={onKnown} />
        )}
      </Suspense>
      {mayCreate ? null : <WhoCan orgId={orgId} />}
    </div>
  )
}

const Created = ({ apiKey }: { apiKey: CreatedApiKey }) => (
  <div className={`${css.key} card stack-4`}>
    <Notice tone="good" icon="check">
      {t('The code now has the key {prefix}… for {origin}.', {
        prefix: apiKey.keyPrefix,
        origin: apiKey.allowedOrigins.join(', '),
      })}
    </Notice>
    <Notice tone="warn" icon="key">
      {t('The key is shown here and now only. Copy the code before you leave this page.')}
    </Notice>
  </div>
)

/** For those whose role may not create keys. */
function WhoCan({ orgId }: { orgId: string }) {
  const { data } = useQuery(adminsQuery(orgId))
  if (data === undefined) return null
  return (
    <Notice icon="users">
      {t('A new key for your site can be created by {names}.', { names: formatList(data) })}
    </Notice>
  )
}
