import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Button, buttonClass } from '../controls/button.tsx'
import { type Column, DataTable } from '../controls/data-table.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { Empty, Notice, Skeleton } from '../controls/notice.tsx'
import { Page } from '../controls/page.tsx'
import { toastError } from '../controls/toast.tsx'
import { download } from '../server/download.ts'
import { wordsOf } from '../words/errors.ts'
import { formatCount, formatDay, formatPart } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { Chart } from './chart.tsx'
import { clickRate, dateOf, isNothing } from './figures.ts'
import {
  beforeQuery,
  csvPath,
  type Grouping,
  type Scope,
  type Statistic,
  statisticsQuery,
  widgetNamesQuery,
} from './queries.ts'
import { type Measure, periods } from './search.ts'
import { measureWords, Tiles } from './tiles.tsx'
import { TopPictures, TopWidgets } from './top-lists.tsx'

export default function AnalyticsPage() {
  const { projectId } = useParams({ from: '/shell/p/$projectId/analytics' })
  const {
    days = 28,
    widget,
    show = 'views',
  } = useSearch({
    from: '/shell/p/$projectId/analytics',
  })
  const scope: Scope = { projectId, widgetId: widget, days }
  const { data, error, isPlaceholderData } = useQuery(statisticsQuery(scope, 'day'))
  const { data: before } = useQuery(beforeQuery(scope))
  const isEmpty = data !== undefined && isNothing(data.totals)
  return (
    <Page
      title={t('Analytics')}
      lead={t('How often visitors saw your widgets, opened pictures and followed links.')}
      actions={<Toolbar scope={scope} show={show} />}
    >
      {error ? <Notice tone="bad">{wordsOf(error)}</Notice> : null}
      {data === undefined && !error ? <Skeleton lines={8} /> : null}
      {data === undefined ? null : (
        <div className={`${css.sheet} stack-5`} aria-busy={isPlaceholderData}>
          <Tiles totals={data.totals} before={before?.totals} days={days} show={show} />
          {isEmpty ? (
            <NoViews projectId={projectId} />
          ) : (
            <>
              <Chart content={data.content} show={show} />
              <DayTable content={data.content} />
              <div className={`${css.tops} stack-5`}>
                <TopPictures scope={scope} />
                {widget === undefined ? <TopWidgets scope={scope} /> : null}
              </div>
            </>
          )}
        </div>
      )}
      {data?.rounded ? (
        <p className={`${css.note} hint`}>
          {t('Older figures are kept by the hour, so days may begin a little earlier or later.')}
        </p>
      ) : null}
      {data === undefined ? null : (
        <p className={`${css.note} hint`}>
          {t(
            'A view counts when half of a widget was in sight for a second, once for each visit of a page. Not counted: visitors who ask not to be tracked (Global Privacy Control), browsers without JavaScript, and sites whose API key may only read. No cookies, no addresses.',
          )}
        </p>
      )}
    </Page>
  )
}

const NoViews = ({ projectId }: { projectId: string }) => (
  <Empty
    icon="chart"
    title={t('No views in this time')}
    actions={
      <Link to={`/p/${projectId}/widgets` as string} className={buttonClass('primary')}>
        {t('Open the widgets')}
      </Link>
    }
  >
    {t(
      'Publish a widget and put its code into a page. The API key of the page must be one that shows and counts.',
    )}
  </Empty>
)

const countColumns = (): Column<Statistic>[] => {
  const words = measureWords()
  return [
    {
      id: 'views',
      label: words.views,
      kind: 'number',
      cell: ({ views }) => formatCount(views),
    },
    {
      id: 'clicks',
      label: words.clicks,
      kind: 'number',
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      id: 'rate',
      label: t('Click rate'),
      kind: 'number',
      cell: (row) => {
        const rate = clickRate(row)
        return rate === null ? '–' : formatPart(rate, 1)
      },
    },
    {
      id: 'opens',
      label: words.opens,
      kind: 'number',
      cell: ({ opens }) => formatCount(opens),
    },
  ]
}

/** The numbers of the bars, the newest day first. */
function DayTable({ content }: { content: readonly Statistic[] }) {
  const columns: Column<Statistic>[] = [
    {
      id: 'day',
      label: t('Day'),
      cell: ({ day }) => (day === undefined ? '' : formatDay(dateOf(day))),
    },
    ...countColumns(),
  ]
  return (
    <details className={css.asTable}>
      <summary>
        <Icon name="chevronRight" size={16} />
        {t('The same as a table')}
      </summary>
      <DataTable
        label={t('Figures by day')}
        columns={columns}
        rows={content.toReversed()}
        keyOf={({ day = '' }) => day}
      />
    </details>
  )
}

const all = ''

function Toolbar({ scope, show }: { scope: Scope; show: Measure }) {
  const { projectId, widgetId, days } = scope
  const { data: widgets = [] } = useQuery(widgetNamesQuery(projectId))
  const navigate = useNavigate({ from: '/p/$projectId/analytics' })
  const save = (by: Grouping) => {
    const name = `${by === 'day' ? 'days' : by === 'asset' ? 'pictures' : 'widgets'}-${days}.csv`
    download(csvPath(scope, by), 'text/csv', name).catch(toastError)
  }
  return (
    <div className={`${css.toolbar} wrap`}>
      <NativeSelect
        label={t('Widget')}
        value={widgetId ?? all}
        options={[
          { id: all, label: t('All widgets') },
          ...widgets.map(({ id, name }) => ({ id, label: name })),
        ]}
        onChange={(id) =>
          void navigate({ search: (old) => ({ ...old, widget: id === all ? undefined : id }) })
        }
      />
      <nav className={css.periods} aria-label={t('Period')}>
        {periods.map((count) => (
          <Link
            key={count}
            from="/p/$projectId/analytics"
            to="."
            search={{ days: count, widget: widgetId, show }}
            replace
            aria-current={count === days ? 'true' : undefined}
          >
            {t('{days} days', { days: count })}
          </Link>
        ))}
      </nav>
      <Menu label={t('Download')} trigger={<Button icon="download">{t('CSV')}</Button>}>
        <MenuItem label={t('By day')} onAction={() => save('day')} />
        <MenuItem label={t('By picture')} onAction={() => save('asset')} />
        {widgetId === undefined ? (
          <MenuItem label={t('By widget')} onAction={() => save('widget')} />
        ) : null}
      </Menu>
    </div>
  )
}
