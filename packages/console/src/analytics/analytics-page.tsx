import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.tsx'
import { Empty, Notice, Skeleton } from '../controls/notice.tsx'
import { Page } from '../controls/page.tsx'
import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { Chart } from './chart.tsx'
import { DayTable } from './day-table.tsx'
import { isNothing } from './figures.ts'
import { beforeQuery, type Scope, statisticsQuery } from './queries.ts'
import { Tiles } from './tiles.tsx'
import { Toolbar } from './toolbar.tsx'
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
        <div className={css.sheet} aria-busy={isPlaceholderData}>
          <Tiles totals={data.totals} before={before?.totals} days={days} show={show} />
          {isEmpty ? (
            <NoViews projectId={projectId} />
          ) : (
            <>
              <Chart content={data.content} show={show} />
              <DayTable content={data.content} />
              <div className={css.tops}>
                <TopPictures scope={scope} />
                {widget === undefined ? <TopWidgets scope={scope} /> : null}
              </div>
            </>
          )}
        </div>
      )}
      {data?.rounded ? (
        <p className={css.note}>
          {t('Older figures are kept by the hour, so days may begin a little earlier or later.')}
        </p>
      ) : null}
      <p className={css.note}>
        {t(
          'A view counts when half of a widget was in sight for a second, once for each visit of a page. Not counted: visitors who ask not to be tracked (Global Privacy Control), browsers without JavaScript, and sites whose API key may only read. No cookies, no addresses.',
        )}
      </p>
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
