import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { wordsOf } from '../server/error-words.ts'
import { formatCount, formatPart } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { clickRate } from './figures.ts'
import { type Scope, type Statistic, statisticsQuery } from './queries.ts'

/** Lines of the list. */
const most = 10

export function TopWidgets({ scope }: { scope: Scope }) {
  const { data, error } = useQuery(statisticsQuery(scope, 'widget'))
  const rows = (data?.content ?? []).slice(0, most)
  const best = Math.max(1, ...rows.map(({ views }) => views))
  return (
    <section className={css.top}>
      <h2>{t('Top widgets')}</h2>
      {error ? <Notice tone="bad">{wordsOf(error)}</Notice> : null}
      {data === undefined && !error ? <Skeleton lines={4} /> : null}
      <ol className={css.ranking}>
        {rows.map((row) => (
          <Row key={row.widgetId} row={row} part={row.views / best} days={scope.days} />
        ))}
      </ol>
    </section>
  )
}

function Row({ row, part, days }: { row: Statistic; part: number; days: number }) {
  const { widgetId, name, views } = row
  const rate = clickRate(row)
  return (
    <li className={css.line}>
      <div className={css.about}>
        {name == null ? (
          <span className={css.quiet}>{t('A widget that was deleted')}</span>
        ) : (
          <Link
            from="/p/$projectId/analytics"
            to="."
            search={(old) => ({ show: old.show, days: old.days, widget: widgetId })}
          >
            {name}
          </Link>
        )}
        <span className={css.share} aria-hidden="true">
          <span style={{ inlineSize: `${Math.max(2, part * 100)}%` }} />
        </span>
        <span className={css.quiet}>
          {t('{views} views in {days} days · click rate {rate}', {
            views: formatCount(views),
            days,
            rate: rate === null ? '–' : formatPart(rate, 1),
          })}
        </span>
      </div>
    </li>
  )
}
