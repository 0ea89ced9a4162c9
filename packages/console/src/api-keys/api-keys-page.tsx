import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Empty, Skeleton } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page } from '../controls/page.tsx'
import { May } from '../permissions/permissions.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { apiKeysQuery } from '../server/api-keys.ts'
import { useAskedFor } from '../session/use-asked-for.ts'
import { t } from '../words/words.ts'
import css from './api-keys.module.css'
import type { KeyDialog } from './dialogs.tsx'
import { KeyRow } from './key-row.tsx'

const Dialogs = lazyPart(() => import('./dialogs.tsx'))

/** The keys that sites use to show the widgets of a project. */
export default function ApiKeysPage() {
  const { projectId } = useParams({ from: '/shell/p/$projectId/keys' })
  const { data, error } = useQuery(apiKeysQuery(projectId))
  const [dialog, setDialog] = useState<KeyDialog | null>(null)
  useAskedFor('new-key', () => setDialog({ kind: 'create' }))
  const button = (
    <May call="createApiKey">
      <Button look="primary" icon="plus" onPress={() => setDialog({ kind: 'create' })}>
        {t('New key')}
      </Button>
    </May>
  )
  return (
    <Page
      title={t('API keys')}
      lead={t('A site shows widgets with a key. It stands in the page, so bind it to your sites.')}
      actions={data?.length === 0 ? null : button}
    >
      {error && data === undefined ? <LoadProblem error={error} /> : null}
      {data === undefined && !error ? <Skeleton lines={6} /> : null}
      {data?.length === 0 ? (
        <Empty icon="key" title={t('No key yet')} actions={button}>
          {t('Make one for each site. You can end it without touching the others.')}
        </Empty>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <ul className={`${css.list} card`}>
          {data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onDialog={setDialog} />
          ))}
        </ul>
      )}
      {dialog === null ? null : (
        <Dialogs projectId={projectId} dialog={dialog} onClose={() => setDialog(null)} />
      )}
    </Page>
  )
}
