import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { addressOf } from '../controls/picture.tsx'
import { type Asset, someAssetsQuery } from '../server/assets.ts'
import { wordsOf } from '../words/errors.ts'
import { formatCount, formatPart } from '../words/formats.ts'
import { shown } from '../words/shown.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { clickRate } from './figures.ts'
import { type Scope, type Statistic, statisticsQuery } from './queries.ts'

/** Lines of a list. */
const most = 10

/** The pictures that visitors opened and clicked most. */
export function TopPictures({ scope }: { scope: Scope }) {
  const { data, error } = useQuery(statisticsQuery(scope, 'asset'))
  const rows = topOf(data?.content ?? [])
  const ids = rows.map(({ assetId = '' }) => assetId)
  const { data: pictures } = useQuery(someAssetsQuery(scope.projectId, ids))
  const best = Math.max(1, ...rows.map(interestOf))
  return (
    <Top title={t('Top pictures')} data={data} error={error}>
      {data !== undefined && rows.length === 0 ? (
        <p className="hint">{t('No visitor has opened a picture or followed its link.')}</p>
      ) : null}
      <ol className="stack-4 optional">
        {rows.map((row) => (
          <li key={row.assetId} className={`${css.line} row-3`}>
            <Thumb picture={pictures?.get(row.assetId ?? '')} />
            <About
              part={interestOf(row) / best}
              figures={t(
                '{opens} opened · {count, plural, one {{clicks} click} other {{clicks} clicks}}',
                {
                  opens: formatCount(row.opens),
                  count: row.clicks,
                  clicks: formatCount(row.clicks),
                },
              )}
            >
              {row.filename == null || row.assetId === undefined ? (
                <span className="hint">{t('A picture that was deleted')}</span>
              ) : (
                <Link
                  to="/p/$projectId/library"
                  params={{ projectId: scope.projectId }}
                  search={{ asset: row.assetId }}
                  className="truncate"
                >
                  <bdi>{shown(row.filename)}</bdi>
                </Link>
              )}
            </About>
          </li>
        ))}
      </ol>
    </Top>
  )
}

/** Views are left out: every picture of a widget in sight has one. */
const interestOf = ({ clicks, opens }: Statistic): number => clicks + opens

const topOf = (rows: readonly Statistic[]): Statistic[] =>
  rows
    .filter((row) => interestOf(row) > 0)
    .toSorted((a, b) => interestOf(b) - interestOf(a))
    .slice(0, most)

export function TopWidgets({ scope }: { scope: Scope }) {
  const { data, error } = useQuery(statisticsQuery(scope, 'widget'))
  const rows = (data?.content ?? []).slice(0, most)
  const best = Math.max(1, ...rows.map(({ views }) => views))
  return (
    <Top title={t('Top widgets')} data={data} error={error}>
      <ol className="stack-4 optional">
        {rows.map((row) => (
          <li key={row.widgetId} className={`${css.line} row-3`}>
            <About part={row.views / best} figures={viewsOf(row, scope.days)}>
              {row.name == null ? (
                <span className="hint">{t('A widget that was deleted')}</span>
              ) : (
                <Link
                  from="/p/$projectId/analytics"
                  to="."
                  search={(old) => ({ show: old.show, days: old.days, widget: row.widgetId })}
                  className="truncate"
                >
                  {row.name}
                </Link>
              )}
            </About>
          </li>
        ))}
      </ol>
    </Top>
  )
}

function viewsOf(row: Statistic, days: number): string {
  const rate = clickRate(row)
  return t(
    '{count, plural, one {{views} view} other {{views} views}} in {days} days · click rate {rate}',
    {
      count: row.views,
      views: formatCount(row.views),
      days,
      rate: rate === null ? '–' : formatPart(rate, 1),
    },
  )
}

type TopProps = { title: string; data: unknown; error: unknown; children: ReactNode }

const Top = ({ title, data, error, children }: TopProps) => (
  <section className={`${css.top} card stack-4`}>
    <h2>{title}</h2>
    {error ? <Notice tone="bad">{wordsOf(error)}</Notice> : null}
    {data === undefined && !error ? <Skeleton lines={4} /> : null}
    {children}
  </section>
)

const Thumb = ({ picture }: { picture: Asset | undefined }) => (
  <span className={css.thumb}>
    {picture === undefined ? null : (
      <img
        src={addressOf(picture, 320)}
        alt=""
        loading="lazy"
        fetchPriority="low"
        className="cover"
      />
    )}
  </span>
)

type AboutProps = { part: number; figures: string; children: ReactNode }

/** A name, a bar beside those of the others, and the figures. */
const About = ({ part, figures, children }: AboutProps) => (
  <div className={`${css.about} fill`}>
    {children}
    <span className="bar" aria-hidden="true">
      <span style={{ inlineSize: `${Math.max(2, part * 100)}%` }} />
    </span>
    <span className="hint">{figures}</span>
  </div>
)
