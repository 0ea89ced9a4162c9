import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { addressOf } from '../controls/picture.tsx'
import type { Asset } from '../server/assets.ts'
import { wordsOf } from '../server/error-words.ts'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { picturesQuery, type Scope, type Statistic, statisticsQuery } from './queries.ts'

/** Lines of the list. */
const most = 10

/** The pictures that visitors opened and clicked most. */
export function TopPictures({ scope }: { scope: Scope }) {
  const { data, error } = useQuery(statisticsQuery(scope, 'asset'))
  const rows = topOf(data?.content ?? [])
  const ids = rows.map(({ assetId = '' }) => assetId)
  const { data: pictures } = useQuery(picturesQuery(scope.projectId, ids))
  const best = Math.max(1, ...rows.map(interestOf))
  return (
    <section className={css.top}>
      <h2>{t('Top pictures')}</h2>
      {error ? <Notice tone="bad">{wordsOf(error)}</Notice> : null}
      {data === undefined && !error ? <Skeleton lines={4} /> : null}
      {data !== undefined && rows.length === 0 ? (
        <p className={css.quiet}>{t('No visitor has opened a picture or followed its link.')}</p>
      ) : null}
      <ol className={css.ranking}>
        {rows.map((row) => (
          <Row
            key={row.assetId}
            row={row}
            part={interestOf(row) / best}
            projectId={scope.projectId}
            picture={pictures?.get(row.assetId ?? '')}
          />
        ))}
      </ol>
    </section>
  )
}

/** Of a picture in a widget, a view says little. */
const interestOf = ({ clicks, opens }: Statistic): number => clicks + opens

const topOf = (rows: readonly Statistic[]): Statistic[] =>
  rows
    .filter((row) => interestOf(row) > 0)
    .toSorted((a, b) => interestOf(b) - interestOf(a))
    .slice(0, most)

type RowProps = {
  row: Statistic
  part: number
  projectId: string
  picture: Asset | undefined
}

function Row({ row, part, projectId, picture }: RowProps) {
  const { assetId, filename, clicks, opens } = row
  return (
    <li className={css.line}>
      <span className={css.thumb}>
        {picture === undefined ? null : (
          <img src={addressOf(picture, 320)} alt="" loading="lazy" fetchPriority="low" />
        )}
      </span>
      <div className={css.about}>
        {filename == null || assetId === undefined ? (
          <span className={css.quiet}>{t('A picture that was deleted')}</span>
        ) : (
          <Link to="/p/$projectId/library" params={{ projectId }} search={{ asset: assetId }}>
            {filename}
          </Link>
        )}
        <span className={css.share} aria-hidden="true">
          <span style={{ inlineSize: `${Math.max(2, part * 100)}%` }} />
        </span>
        <span className={css.quiet}>
          {t('{opens} opened · {clicks} clicks', {
            opens: formatCount(opens),
            clicks: formatCount(clicks),
          })}
        </span>
      </div>
    </li>
  )
}
