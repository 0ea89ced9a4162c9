import { useQuery } from '@tanstack/react-query'
import { Badge } from '../controls/notice.tsx'
import { widgetQuery } from '../publishing/queries.ts'
import { t } from '../words/words.ts'
import type { ListedWidget, Missing } from './queries.ts'
import css from './widgets.module.css'

type Props = { widget: ListedWidget; missing: Missing | undefined }

/** Texts that visitors would miss. */
export function Problems({ widget, missing }: Props) {
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
export const withoutText = (items: readonly Item[], missing: Missing | undefined): number =>
  items.filter(({ assetId, altText }) => missing?.ids.has(assetId) && altText == null).length
