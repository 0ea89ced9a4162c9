import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Icon } from '../controls/icon.tsx'
import { addressOf, Picture } from '../controls/picture.tsx'
import { newestQuery } from '../server/assets.ts'
import type { Project } from '../server/projects.ts'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './projects.module.css'

/** A project with its newest pictures. */
export function ProjectCard({ project: { id, name, counts } }: { project: Project }) {
  const { data: newest = [] } = useQuery(newestQuery(id))
  return (
    <li className={css.card}>
      <div className={css.pictures} data-count={newest.length}>
        {newest.length === 0 ? (
          <span className={css.none}>
            <Icon name="image" size={28} />
          </span>
        ) : null}
        {newest.map((asset) => (
          <Picture
            key={asset.id}
            src={addressOf(asset, 320)}
            alt=""
            loading="lazy"
            color={asset.placeholder?.color}
          />
        ))}
      </div>
      <div className={css.about}>
        <h3>
          <Link to="/p/$projectId/library" params={{ projectId: id }} className={css.open ?? ''}>
            {name}
          </Link>
        </h3>
        <p>
          {t('{count, plural, one {# picture} other {# pictures}}', { count: counts.assets })}
          {' · '}
          {t('{live} of {all} widgets live', {
            live: formatCount(counts.published),
            all: formatCount(counts.widgets),
          })}
          {counts.altMissing === 0 ? null : (
            <>
              {' · '}
              {t('{count} without alt text', { count: formatCount(counts.altMissing) })}
            </>
          )}
        </p>
      </div>
    </li>
  )
}
