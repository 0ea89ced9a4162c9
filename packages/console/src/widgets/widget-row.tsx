import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Badge } from '../controls/notice.tsx'
import { layoutName } from '../publishing/layout-words.ts'
import { codeOf, editorOf } from '../publishing/places.ts'
import { widgetQuery } from '../publishing/queries.ts'
import { When } from '../publishing/when.tsx'
import type { Asset } from '../server/assets.ts'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import type { ListedWidget, Missing } from './queries.ts'
import { RowMenu } from './row-menu.tsx'
import type { Sheet } from './sheets.tsx'
import { Thumbnail } from './thumbnail.tsx'
import css from './widgets.module.css'

type Props = {
  widget: ListedWidget
  pictures: ReadonlyMap<string, Asset> | undefined
  missing: Missing | undefined
  /** Undefined while they are not known. */
  views: number | undefined
  onSheet(sheet: Sheet): void
}

export function WidgetRow({ widget, pictures, missing, views, onSheet }: Props) {
  const { id, projectId, name, slug, layout, assetIds } = widget
  return (
    <li className={css.row}>
      <Thumbnail widget={widget} pictures={pictures} />
      <div className={css.about}>
        <h2>
          <Link to={editorOf(projectId, id)} className={css.open ?? ''}>
            {name}
          </Link>
        </h2>
        <p className={css.facts}>
          <code>{slug}</code>
          <span>{layoutName(layout)}</span>
          <span>
            {t('{count, plural, one {# picture} other {# pictures}}', {
              count: assetIds.length,
            })}
          </span>
        </p>
      </div>
      <State widget={widget} />
      <p className={css.views}>
        <strong>{views === undefined ? '–' : formatCount(views)}</strong>
        <span>{t('views in 7 days')}</span>
      </p>
      <Problems widget={widget} missing={missing} />
      <div className={css.actions}>
        <Link
          to={codeOf(projectId, id)}
          className={`${buttonClass('normal', 'sm')} ${css.code}`}
          aria-label={t('Copy code of {name}', { name })}
        >
          <Icon name="copy" size={16} />
          <span>{t('Copy code')}</span>
        </Link>
        <RowMenu widget={widget} onSheet={onSheet} />
      </div>
    </li>
  )
}

const State = ({ widget: { status, publishedAt, updatedAt } }: { widget: ListedWidget }) => (
  <div className={css.state}>
    {status === 'PUBLISHED' ? (
      <Badge tone="good">
        <span className={css.dot} aria-hidden="true" />
        {t('Live')}
      </Badge>
    ) : (
      <Badge>{t('Draft')}</Badge>
    )}
    <p>
      {status === 'PUBLISHED' && publishedAt !== null ? (
        <>
          {t('Published')} <When at={publishedAt} />
        </>
      ) : (
        <>
          {t('Changed')} <When at={updatedAt} />
        </>
      )}
    </p>
  </div>
)

type ProblemsProps = { widget: ListedWidget; missing: Missing | undefined }

/** Texts that visitors would miss. */
function Problems({ widget, missing }: ProblemsProps) {
  const { id, projectId, assetIds, status } = widget
  const suspects = assetIds.filter((assetId) => missing?.ids.has(assetId))
  // A text of the widget's own counts instead, and the list does not have it.
  const { data: whole } = useQuery({
    ...widgetQuery(projectId, id),
    enabled: suspects.length > 0,
  })
  const count = whole === undefined ? 0 : withoutText(whole.items, missing)
  return (
    <div className={css.problems}>
      {assetIds.length === 0 ? (
        <Badge tone={status === 'PUBLISHED' ? 'bad' : 'neutral'}>{t('No pictures')}</Badge>
      ) : null}
      {count > 0 ? (
        <Badge tone="warn">
          {missing?.isComplete
            ? t('{count} without alt text', { count })
            : t('at least {count} without alt text', { count })}
        </Badge>
      ) : null}
    </div>
  )
}

type Item = { assetId: string; altText?: string | null | undefined }

/** Places of pictures that have no text, neither of the picture nor of the place. */
const withoutText = (items: readonly Item[], missing: Missing | undefined): number =>
  items.filter(({ assetId, altText }) => missing?.ids.has(assetId) && altText == null).length
