import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { buttonClass, IconButton } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../controls/menu.tsx'
import { Badge } from '../controls/notice.tsx'
import { toast, toastError } from '../controls/toast.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { layoutName } from '../publishing/layout-words.ts'
import { codeOf, editorOf, historyOf } from '../publishing/places.ts'
import { widgetQuery } from '../publishing/queries.ts'
import type { Asset } from '../server/assets.ts'
import { Moment } from '../session/moment.tsx'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { duplicateWidget } from './commands.ts'
import type { ListedWidget, Missing } from './queries.ts'
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
        {/* A long name does not push its neighbours out of the window. */}
        <h2 className="clamp">
          <Link to={editorOf(projectId, id)} className="covering">
            {name}
          </Link>
        </h2>
        <p className={`${css.facts} hint`}>
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
      <p className={`${css.views} fine`}>
        <strong>{views === undefined ? '–' : formatCount(views)}</strong>
        <span>{views === 1 ? t('view in 7 days') : t('views in 7 days')}</span>
      </p>
      <Problems widget={widget} missing={missing} />
      <div className={`${css.actions} row`}>
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
  <div className={`${css.state} fine`}>
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
          {t('Published')} <Moment at={publishedAt} />
        </>
      ) : (
        <>
          {t('Changed')} <Moment at={updatedAt} />
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

type RowMenuProps = { widget: ListedWidget; onSheet(sheet: Sheet): void }

function RowMenu({ widget, onSheet }: RowMenuProps) {
  const may = useMay()
  const navigate = useNavigate()
  const { id, projectId, name, status } = widget
  const to = (path: string) => () => void navigate({ to: path })
  const duplicate = () =>
    duplicateWidget(projectId, id).then(
      (copy) => toast(t('Copied as {name}, a draft.', { name: copy.name })),
      toastError,
    )
  const trigger = <IconButton icon="more" label={t('More about {name}', { name })} size="sm" />
  return (
    <Menu label={name} trigger={trigger}>
      <MenuItem
        label={may('updateWidget') ? t('Edit') : t('Open')}
        icon={may('updateWidget') ? 'edit' : 'eye'}
        onAction={to(editorOf(projectId, id))}
      />
      <MenuItem label={t('Copy code')} icon="copy" onAction={to(codeOf(projectId, id))} />
      <MenuItem label={t('History')} icon="clock" onAction={to(historyOf(projectId, id))} />
      {may('duplicateWidget') ? (
        <MenuItem label={t('Duplicate')} icon="widget" onAction={() => void duplicate()} />
      ) : null}
      {may('publishWidget') && status === 'DRAFT' ? (
        <MenuItem
          label={t('Publish …')}
          icon="upload"
          onAction={() => onSheet({ kind: 'publish', widget })}
        />
      ) : null}
      {may('unpublishWidget') && status === 'PUBLISHED' ? (
        <MenuItem
          label={t('Unpublish …')}
          icon="archive"
          onAction={() => onSheet({ kind: 'unpublish', widget })}
        />
      ) : null}
      {may('deleteWidget') ? <MenuLine /> : null}
      {may('deleteWidget') ? (
        <MenuItem
          label={t('Delete …')}
          icon="trash"
          isDanger
          onAction={() => onSheet({ kind: 'delete', widget })}
        />
      ) : null}
    </Menu>
  )
}
