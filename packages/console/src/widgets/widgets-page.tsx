import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { LiveSearch } from '../controls/live-search.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { Empty, Notice, Skeleton } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page } from '../controls/page.tsx'
import { ShowMore } from '../controls/show-more.tsx'
import { May } from '../permissions/permissions.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { layoutName, layouts } from '../publishing/layout-words.ts'
import { keysOf } from '../publishing/places.ts'
import { apiKeysQuery } from '../server/api-keys.ts'
import { someAssetsQuery } from '../server/assets.ts'
import { projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'
import {
  firstPictures,
  type ListedWidget,
  missingQuery,
  viewsQuery,
  widgetsQuery,
} from './queries.ts'
import { isFiltered, type Sort, type WidgetSearch } from './search.ts'
import type { Sheet } from './sheets.tsx'
import { WidgetRow } from './widget-row.tsx'
import css from './widgets.module.css'

const NewWidget = lazyPart(() => import('./new-widget.tsx'))
const Sheets = lazyPart(() => import('./sheets.tsx'))

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
      <div className={`${css.body} stack-4`}>
        <Toolbar search={search} onChange={change} />
        <Results
          projectId={projectId}
          search={search}
          onClear={() => void navigate({ search: {} })}
          onSheet={setSheet}
          newButton={button}
        />
      </div>
      {isNew ? <NewWidget projectId={projectId} onClose={() => setNew(false)} /> : null}
      {sheet === null ? null : (
        <Sheets key={sheet.kind} sheet={sheet} onClose={() => setSheet(null)} onSheet={setSheet} />
      )}
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
        {t('Change or clear the filters above.')}
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
      <ShowMore list={list} isCentred />
    </>
  )
}

/** Widgets that are live, but that no site can show for want of a key. */
function KeyHint({ projectId }: { projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: keys } = useQuery(apiKeysQuery(projectId))
  if (keys === undefined || keys.length > 0 || !project?.counts.published) return null
  const action = (
    <May call="createApiKey">
      <Link to={keysOf(projectId)} className={buttonClass('normal', 'sm')}>
        {t('Create a key')}
      </Link>
    </May>
  )
  return (
    <Notice tone="warn" icon="key" action={action}>
      {t('Widgets are live, but this project has no API key: no site can show them yet.')}
    </Notice>
  )
}

type Change = { [Key in keyof WidgetSearch]: WidgetSearch[Key] | undefined }
type Props = { search: WidgetSearch; onChange(next: Change): void }

const any = 'any'

function Toolbar({ search, onChange }: Props) {
  const sorts: { id: Sort; label: string }[] = [
    { id: 'updatedAt,desc', label: t('Last changed') },
    { id: 'createdAt,desc', label: t('Newest first') },
    { id: 'createdAt,asc', label: t('Oldest first') },
    { id: 'name,asc', label: t('Name, A to Z') },
    { id: 'name,desc', label: t('Name, Z to A') },
  ]
  const statuses = [
    { id: any, label: t('Live and drafts') },
    { id: 'PUBLISHED', label: t('Live') },
    { id: 'DRAFT', label: t('Drafts') },
  ] as const
  return (
    <search className={`${css.toolbar} wrap`}>
      <div className={css.words}>
        <LiveSearch
          label={t('Search names and slugs')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q })}
        />
      </div>
      <NativeSelect
        label={t('State')}
        options={statuses}
        value={search.status ?? any}
        onChange={(status) => onChange({ status: status === any ? undefined : status })}
      />
      <NativeSelect
        label={t('Layout')}
        options={[
          { id: any, label: t('All layouts') },
          ...layouts.map((id) => ({ id, label: layoutName(id) })),
        ]}
        value={search.layout ?? any}
        onChange={(layout) => onChange({ layout: layout === any ? undefined : layout })}
      />
      <NativeSelect
        label={t('Order')}
        options={sorts}
        value={search.sort ?? 'updatedAt,desc'}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  )
}

type WidgetListProps = {
  projectId: string
  pages: readonly (readonly ListedWidget[])[]
  onSheet(sheet: Sheet): void
}

const WidgetList = ({ projectId, pages, onSheet }: WidgetListProps) => (
  <ul className={`${css.list} card`}>
    {pages.map((widgets) => (
      <Rows key={widgets[0]?.id ?? ''} projectId={projectId} widgets={widgets} onSheet={onSheet} />
    ))}
  </ul>
)

/** Rows of one page of the API, whose pictures are read in one call. */
function Rows({ projectId, widgets, onSheet }: Omit<WidgetListProps, 'pages'> & ListedPage) {
  const pictures = useQuery(someAssetsQuery(projectId, firstPictures(widgets)))
  const missing = useQuery(missingQuery(projectId))
  const views = useQuery(viewsQuery(projectId))
  return widgets.map((widget) => (
    <WidgetRow
      key={widget.id}
      widget={widget}
      pictures={pictures.data}
      missing={missing.data}
      views={views.data && (views.data.get(widget.id) ?? 0)}
      onSheet={onSheet}
    />
  ))
}

type ListedPage = { widgets: readonly ListedWidget[] }
