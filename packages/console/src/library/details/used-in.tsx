import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../controls/notice.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { t } from '../../words/words.ts'
import { type Asset, usageQuery } from '../queries.ts'
import css from './details.module.css'

/** The widgets that show the picture, live ones first. */
export function UsedIn({ asset }: { asset: Asset }) {
  const { data, error } = useQuery(usageQuery(asset.projectId, asset.id))
  const widgets = data?.toSorted((a, b) => b.status.localeCompare(a.status))
  return (
    <section className={css.part}>
      <h3>{t('Used in')}</h3>
      <LoadProblem error={error} />
      {widgets?.length === 0 ? <p>{t('No widget shows it.')}</p> : null}
      <ul className={css.widgets}>
        {widgets?.map(({ id, name, slug, status }) => (
          <li key={id}>
            <span className={css.widget}>
              <Link
                to="/p/$projectId/widgets/$widgetId"
                params={{ projectId: asset.projectId, widgetId: id }}
              >
                {name}
              </Link>
              <span>{slug}</span>
            </span>
            <Badge tone={status === 'PUBLISHED' ? 'good' : 'neutral'}>
              {status === 'PUBLISHED' ? t('Live') : t('Draft')}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
