import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon, type IconName } from '../controls/icon.tsx'
import { Empty } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page } from '../controls/page.tsx'
import { ShowMore } from '../controls/show-more.tsx'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import type { Widget } from '../publishing/commands.ts'
import { widgetQuery } from '../publishing/queries.ts'
import { WidgetHead } from '../publishing/widget-head.tsx'
import { Moment } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import { Changes } from './changes.tsx'
import { entryWords } from './entry-words.ts'
import css from './history.module.css'
import { type Entry, historyQuery } from './queries.ts'
import { type State, stateAfter, stateOf } from './states.ts'

const RestoreSheet = lazyPart(() => import('./restore-sheet.tsx'))

/** The widget at the moment of the click, so that the sheet does not change after the restore. */
type Restored = { widget: Widget; former: State }

/** Who changed what of a widget, and a way back to each state. */
export default function HistoryPage() {
  const { projectId, widgetId } = useParams({
    from: '/shell/p/$projectId/widgets/$widgetId/history',
  })
  const { data: widget } = useSuspenseQuery(widgetQuery(projectId, widgetId))
  const list = useInfiniteQuery(historyQuery(projectId, widgetId))
  const [restored, setRestored] = useState<Restored | null>(null)
  const entries = list.data?.pages.flatMap(({ content }) => content) ?? []
  const now = stateOf(widget)
  return (
    <Page
      title={t('History of {name}', { name: widget.name })}
      lead={<WidgetHead widget={widget} />}
      width="narrow"
    >
      <Loading data={list.data} error={list.error} lines={8} />
      {list.data !== undefined && entries.length === 0 ? (
        <Empty icon="clock" title={t('No change is kept')}>
          {t('Changes from now on stand here, with who made them.')}
        </Empty>
      ) : null}
      <ol className={css.entries}>
        {entries.map((entry, index) => (
          <EntryItem
            key={entry.id}
            projectId={projectId}
            entry={entry}
            isNewest={index === 0}
            onRestore={() => setRestored({ widget, former: stateAfter(now, entries, index) })}
          />
        ))}
      </ol>
      <ShowMore list={list} />
      {restored === null ? null : <RestoreSheet {...restored} onClose={() => setRestored(null)} />}
    </Page>
  )
}

type Props = { projectId: string; entry: Entry; isNewest: boolean; onRestore(): void }

const EntryItem = ({ projectId, entry, isNewest, onRestore }: Props) => (
  <li className={`${css.entry} stack-4`} data-tone={toneOf(entry)}>
    <span className={`${css.sign} center`}>
      <Icon name={iconOf(entry)} size={16} />
    </span>
    <div className={`${css.what} stack-3`}>
      <div className={css.head}>
        <div>
          <h2>{entryWords(entry)}</h2>
          <p className="hint">
            <Moment at={entry.createdAt} />
          </p>
        </div>
        {isNewest ? null : (
          <May call="updateWidget">
            <Button size="sm" look="quiet" icon="refresh" onPress={onRestore}>
              {t('Restore …')}
            </Button>
          </May>
        )}
      </div>
      <Changes projectId={projectId} changes={entry.changes} isNew={isCreation(entry)} />
    </div>
  </li>
)

const isCreation = ({ action }: Entry): boolean =>
  action === 'widget.create' || action === 'widget.duplicate'

const statusOf = ({ changes }: Entry): unknown =>
  (changes.status as { to?: unknown } | undefined)?.to

function toneOf(entry: Entry): string {
  if (statusOf(entry) === 'PUBLISHED') return 'live'
  return statusOf(entry) === 'DRAFT' && !isCreation(entry) ? 'gone' : 'changed'
}

function iconOf(entry: Entry): IconName {
  if (isCreation(entry)) return 'plus'
  if (statusOf(entry) === 'PUBLISHED') return 'upload'
  return statusOf(entry) === 'DRAFT' ? 'archive' : 'edit'
}
