import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Confirm } from '../controls/dialog.tsx'
import { Badge, Skeleton } from '../controls/notice.tsx'
import { addressOf, Picture } from '../controls/picture.tsx'
import { TextField } from '../controls/text-field.tsx'
import { May } from '../permissions/permissions.tsx'
import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { refreshWidgets, unpublish } from '../publishing/commands.ts'
import { type Asset, someAssetsQuery } from '../server/assets.ts'
import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { usageQuery } from './queries.ts'
import css from './selection.module.css'
import { type UsingWidget, widgetsOf } from './usage.ts'

/** Beyond so many the number must be typed, and widgets are not listed: each picture is a call. */
const mostListed = 20

type Props = {
  projectId: string
  count: number
  /** The pictures, if they were selected one by one. */
  ids: readonly string[] | null
  onClose(): void
  act(): Promise<unknown>
}

export default function DeleteQuestion({ projectId, count, ids, onClose, act }: Props) {
  const [typed, setTyped] = useState('')
  const [unpublished, setUnpublished] = useState<UsingWidget | null>(null)
  const isMany = count > mostListed
  if (unpublished !== null) {
    return (
      <Unpublish projectId={projectId} widget={unpublished} onClose={() => setUnpublished(null)} />
    )
  }
  return (
    <Confirm
      title={t('{count, plural, one {Delete this picture?} other {Delete # pictures?}}', {
        count,
      })}
      label={t('Delete')}
      onClose={onClose}
      act={act}
      isReady={!isMany || typed.trim() === String(count)}
    >
      {ids === null || isMany ? null : <Doomed projectId={projectId} ids={ids} />}
      {ids === null || isMany ? (
        <p>
          {t(
            'Widgets that show them go on without them, at once and everywhere. This cannot be undone.',
          )}
        </p>
      ) : (
        <UsedIn projectId={projectId} ids={ids} onUnpublish={setUnpublished} />
      )}
      {isMany ? (
        <TextField
          label={t('Type {count} to confirm', { count })}
          value={typed}
          onChange={setTyped}
        />
      ) : null}
    </Confirm>
  )
}

/** The pictures that go, by sight and name. */
function Doomed({ projectId, ids }: { projectId: string; ids: readonly string[] }) {
  const { data } = useQuery(someAssetsQuery(projectId, ids))
  return (
    <ul className={`${css.doomed} stack-2`}>
      {ids.flatMap((id) => {
        const asset = data?.get(id)
        return asset === undefined ? [] : <Line key={id} asset={asset} />
      })}
    </ul>
  )
}

const Line = ({ asset }: { asset: Asset }) => (
  <li className="row-3">
    <Picture src={addressOf(asset, 320)} alt="" width={56} height={42} />
    <span className="fill truncate">{asset.filename}</span>
  </li>
)

type UsedInProps = {
  projectId: string
  ids: readonly string[]
  onUnpublish(widget: UsingWidget): void
}

/** The widgets that lose a picture, live ones first. */
function UsedIn({ projectId, ids, onUnpublish }: UsedInProps) {
  const lists = useQueries({
    queries: ids.map((id) => ({ ...usageQuery(projectId, id), staleTime: 0 })),
  })
  const error = lists.find((list) => list.error)?.error
  if (error) {
    return <p>{t('Where they are used is not known: {reason}', { reason: wordsOf(error) })}</p>
  }
  if (lists.some(({ isPending }) => isPending)) return <Skeleton lines={2} />
  const widgets = widgetsOf(lists.map(({ data = [] }) => data))
  if (widgets.length === 0) {
    return (
      <p>
        {t(
          '{count, plural, one {No widget shows it.} other {No widget shows them.}} This cannot be undone.',
          { count: ids.length },
        )}
      </p>
    )
  }
  return (
    <>
      <p>
        {t(
          'These widgets go on without {count, plural, one {it} other {them}}, at once and everywhere. This cannot be undone.',
          { count: ids.length },
        )}
      </p>
      <ul className={`${css.used} stack-2`}>
        {widgets.map((widget) => (
          <UsingLine
            key={widget.id}
            projectId={projectId}
            widget={widget}
            onUnpublish={() => onUnpublish(widget)}
          />
        ))}
      </ul>
      {widgets.some(({ status }) => status === 'PUBLISHED') ? (
        <p>{t('Unpublishing a widget takes it off the web, and keeps its pictures.')}</p>
      ) : null}
    </>
  )
}

type LineProps = { projectId: string; widget: UsingWidget; onUnpublish(): void }

function UsingLine({ projectId, widget, onUnpublish }: LineProps) {
  const { id, name, status, count } = widget
  const isLive = status === 'PUBLISHED'
  return (
    <li>
      {/* In another tab: the selection stays. */}
      <Link
        to="/p/$projectId/widgets/$widgetId"
        params={{ projectId, widgetId: id }}
        target="_blank"
      >
        {name}
      </Link>
      <span className={`${css.uses} hint`}>
        {t('{count, plural, one {# picture} other {# pictures}}', { count })}
      </span>
      <Badge tone={isLive ? 'good' : 'neutral'}>{isLive ? t('Live') : t('Draft')}</Badge>
      {isLive ? (
        <May call="unpublishWidget">
          <Button size="sm" onPress={onUnpublish}>
            {t('Unpublish instead')}
          </Button>
        </May>
      ) : null}
    </li>
  )
}

type UnpublishProps = { projectId: string; widget: UsingWidget; onClose(): void }

/** Takes the place of the question, and gives it back with the new state of the widget. */
const Unpublish = ({ projectId, widget: { id, name }, onClose }: UnpublishProps) => (
  <ChangeSheet
    title={t('Unpublish “{name}”', { name })}
    label={t('Unpublish')}
    effect="gone"
    isDanger
    change={unpublish({ id, projectId })}
    onClose={onClose}
    onSettled={() => void refreshWidgets(projectId)}
  >
    <p>{t('Pages with it show their own content instead. The pictures stay in the library.')}</p>
  </ChangeSheet>
)
