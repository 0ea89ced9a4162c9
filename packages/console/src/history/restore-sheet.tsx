import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { Dialog } from '../controls/dialog.tsx'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { refreshWidgets, updateWidget, type Widget } from '../publishing/commands.ts'
import { someAssetsQuery } from '../server/assets.ts'
import { t } from '../words/words.ts'
import { Changes } from './changes.tsx'
import { type Restoration, restorationOf, type State, stateOf } from './states.ts'

type Props = { widget: Widget; former: State; onClose(): void }

/** Brings a former state back, as a change like any other. */
export default function RestoreSheet({ widget, former, onClose }: Props) {
  const { projectId } = widget
  const ids = [...new Set(former.assetIds)].sort()
  const { data, error } = useQuery(someAssetsQuery(projectId, ids))
  const title = t('Restore this state')
  if (data === undefined && ids.length > 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        {error ? <LoadProblem error={error} /> : <Skeleton />}
      </Dialog>
    )
  }
  const now = stateOf(widget)
  const restoration = restorationOf(now, former, (id) => data?.has(id) ?? false)
  if (Object.keys(restoration.body).length === 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{t('The widget is in this state already.')}</p>
      </Dialog>
    )
  }
  const isLive = widget.status === 'PUBLISHED'
  return (
    <ChangeSheet
      title={title}
      label={isLive ? t('Restore and publish') : t('Restore')}
      effect={isLive ? 'live' : 'saved'}
      change={updateWidget(widget, restoration.body as Schemas['WidgetUpdate'])}
      width="md"
      onClose={onClose}
      onSettled={() => void refreshWidgets(projectId)}
    >
      <p>
        {isLive
          ? t('The widget is live: sites show the restored state at once.')
          : t('The draft gets the restored state. Sites show nothing of it.')}
      </p>
      <Changes projectId={projectId} changes={changesOf(now, restoration)} isNew={false} />
      {restoration.gone > 0 ? (
        <Notice tone="warn" icon="alert">
          {t(
            '{gone, plural, one {# picture is} other {# pictures are}} no longer in the library, and left out.',
            { gone: restoration.gone },
          )}
        </Notice>
      ) : null}
    </ChangeSheet>
  )
}

/** The changes of the restore, in the form of an entry. */
function changesOf(now: State, { body }: Restoration): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const field of ['name', 'slug', 'layout'] as const) {
    if (field in body) changes[field] = { from: now[field], to: body[field] }
  }
  for (const field of ['config', 'theme'] as const) {
    if (field in body) changes[field] = perKey(now[field], body[field] as Record<string, unknown>)
  }
  if (body.items !== undefined) {
    const to = (body.items as { assetId: string }[]).map(({ assetId }) => assetId)
    const isRelisted = to.join() !== now.assetIds.join()
    if (isRelisted) changes.assetIds = { from: now.assetIds, to }
    else changes.items = {}
  }
  return changes
}

function perKey(from: Readonly<Record<string, unknown>>, to: Readonly<Record<string, unknown>>) {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
      .map((key) => [key, { from: from[key], to: to[key] }]),
  )
}
