import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Empty, Skeleton } from '../controls/notice.tsx'
import { Page } from '../controls/page.tsx'
import { May } from '../permissions/permissions.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { t } from '../words/words.ts'
import { KeyHint } from './key-hint.tsx'
import { type ListedWidget, widgetsQuery } from './queries.ts'
import { isFiltered, type WidgetSearch } from './search.ts'
import type { Sheet } from './sheets.tsx'
import { Toolbar } from './toolbar.tsx'
import { WidgetList } from './widget-list.tsx'
import css from './widgets.module.css'

const NewWidget = lazy(() => import('./new-widget.tsx'))
const Sheets = lazy(() => import('./sheets.tsx'))

const from = '/shell/p/$projectId/widgets'

/** All widgets of a project, with their states and actions. */
export default function WidgetsPage() {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/p/$projectId/widgets' })
  const [isNew, setNew] = useState(false)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const change = (next: { [Key in keyof WidgetSearch]: WidgetSearch[Key] | undefined }) =>
    void navigate({
      search: (previous) => ({ ...previous, ...next }) as WidgetSearch,
      replace: true,
    })
  const button = (
    <May call="createWidget">
      <Button look="primary" icon="plus" onPress={() => setNew(true)}>
        {t('New widget')}
      </Button>
    </May>
  )
  return (
    <Page
      title={t('Widgets')}
      lead={t('What sites show: pictures in an order, a layout and its settings.')}
      actions={button}
    >
      <KeyHint projectId={projectId} />
      <div className={css.body}>
        <Toolbar search={search} onChange={change} />
        <Results
          projectId={projectId}
          search={search}
          onClear={() => void navigate({ search: {} })}
          onSheet={setSheet}
          newButton={button}
        />
      </div>
      <Suspense fallback={null}>
        {isNew ? <NewWidget projectId={projectId} onClose={() => setNew(false)} /> : null}
        {sheet === null ? null : (
          <Sheets
            key={sheet.kind}
            sheet={sheet}
            onClose={() => setSheet(null)}
            onSheet={setSheet}
          />
        )}
      </Suspense>
    </Page>
  )
}

type ResultsProps = {
  projectId: string
  search: WidgetSearch
  onClear(): void
  onSheet(sheet: Sheet): void
  newButton: React.ReactNode
}

function Results({ projectId, search, onClear, onSheet, newButton }: ResultsProps) {
  const list = useInfiniteQuery(widgetsQuery(projectId, search))
  if (list.error && list.data === undefined) {
    return <LoadProblem error={list.error} />
  }
  if (list.data === undefined) return <Skeleton lines={8} />
  const pages = list.data.pages.map(({ content }): readonly ListedWidget[] => content)
  const total = list.data.pages[0]?.totalElements ?? 0
  if (total === 0) {
    return isFiltered(search) ? (
      <Empty
        icon="search"
        title={t('No widget matches')}
        actions={<Button onPress={onClear}>{t('Clear the filters')}</Button>}
      >
        {t('The filters above leave none.')}
      </Empty>
    ) : (
      <Empty icon="widget" title={t('No widget yet')} actions={newButton}>
        {t('Choose a layout, put pictures into it, and paste one line of code into your site.')}
      </Empty>
    )
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('{count, plural, one {# widget} other {# widgets}}', { count: total })}
      </p>
      <WidgetList projectId={projectId} pages={pages} onSheet={onSheet} />
      {list.hasNextPage ? (
        <div className={css.more}>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
