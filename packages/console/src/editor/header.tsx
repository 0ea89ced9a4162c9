import { Link, useNavigate } from '@tanstack/react-router'
import { Button, buttonClass, IconButton } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { Badge } from '../controls/notice.tsx'
import { toast } from '../controls/toast.tsx'
import { May, useMay } from '../permissions/permissions.tsx'
import { viewOf } from '../publishing/places.ts'
import { t } from '../words/words.ts'
import css from './editor.module.css'
import { Presence } from './presence.tsx'
import { useEdited, useEditing } from './use-editing.tsx'
import { whereWords } from './where-words.ts'
import { isChanged } from './working-copy/working-copy.ts'

export type Sheet = 'problems' | 'publish' | 'unpublish' | 'conflicts'

/** Opens the sheet that publishes; `mayOpen` is false if there is nothing to publish, or for other roles. */
export type Publishing = { label: string; mayOpen: boolean; open(): void }

export function usePublishing(onOpen: (sheet: Sheet) => void): Publishing {
  const editing = useEditing()
  const may = useMay()
  const isDirty = useEdited(({ copy }) => isChanged(copy))
  const isLive = useEdited(({ widget }) => widget.status === 'PUBLISHED')
  return {
    label: isLive ? t('Publish changes') : t('Publish'),
    mayOpen: may('publishWidget') && (!isLive || isDirty),
    open: () => void editing.settle().then(() => onOpen('publish')),
  }
}

type Props = {
  projectId: string
  problems: number
  publishing: Publishing
  onOpen(sheet: Sheet): void
}

/** The name, where the changes are, and what can be done with all of them. */
export function Header({ projectId, problems, publishing, onOpen }: Props) {
  const name = useEdited(({ copy }) => copy.mine.name)
  const status = useEdited(({ widget }) => widget.status)
  const isLive = status === 'PUBLISHED'
  return (
    <header className={`${css.header} row`}>
      <Link
        to="/p/$projectId/widgets"
        params={{ projectId }}
        className={`${buttonClass('quiet')} ${css.back}`}
        aria-label={t('All widgets')}
      >
        <Icon name="arrowLeft" />
      </Link>
      <div className={`${css.title} row-3`}>
        <h1 className="truncate">{name}</h1>
        <Badge tone={isLive ? 'good' : 'neutral'}>{isLive ? t('Live') : t('Draft')}</Badge>
        <Where />
        <Presence />
      </div>
      <div className={`${css.actions} row-2`}>
        {problems === 0 ? null : (
          <Button look="quiet" icon="alert" onPress={() => onOpen('problems')}>
            <span className={css.short} aria-hidden="true">
              {problems}
            </span>
            <span className={css.long}>
              {t('{count, plural, one {# problem} other {# problems}}', { count: problems })}
            </span>
          </Button>
        )}
        <May call="updateWidget">
          <Steps />
        </May>
        <More projectId={projectId} isLive={isLive} onOpen={onOpen} />
        <May call="publishWidget">
          <Button look="primary" isDisabled={!publishing.mayOpen} onPress={publishing.open}>
            {publishing.label}
          </Button>
        </May>
      </div>
    </header>
  )
}

function Steps() {
  const editing = useEditing()
  const mayUndo = useEdited(({ copy }) => copy.past.length > 0)
  const mayRedo = useEdited(({ copy }) => copy.future.length > 0)
  return (
    <span className={`${css.steps} row`}>
      <IconButton
        icon="undo"
        label={t('Undo')}
        isDisabled={!mayUndo}
        onPress={() => editing.undo()}
      />
      <IconButton
        icon="redo"
        label={t('Redo')}
        isDisabled={!mayRedo}
        onPress={() => editing.redo()}
      />
    </span>
  )
}

type MoreProps = Omit<Props, 'problems' | 'publishing'> & { isLive: boolean }

function More({ projectId, isLive, onOpen }: MoreProps) {
  const editing = useEditing()
  const navigate = useNavigate()
  const may = useMay()
  const widgetId = useEdited(({ widget }) => widget.id)
  const isDirty = useEdited(({ copy }) => isChanged(copy))
  const params = { projectId, widgetId }
  const trigger = <IconButton icon="more" label={t('More')} />
  return (
    <Menu label={t('More')} trigger={trigger}>
      <MenuItem
        label={t('Embed code')}
        icon="copy"
        onAction={() => void navigate({ to: '/p/$projectId/widgets/$widgetId/code', params })}
      />
      <MenuItem
        label={t('History')}
        icon="clock"
        onAction={() => void navigate({ to: '/p/$projectId/widgets/$widgetId/history', params })}
      />
      {isLive ? (
        <MenuItem
          label={t('Open in its own tab')}
          icon="eye"
          onAction={() => open(`/console${viewOf(projectId, widgetId)}`, '_blank', 'noopener')}
        />
      ) : null}
      {isLive && isDirty ? (
        <MenuItem
          label={t('Discard the changes')}
          icon="undo"
          onAction={() => {
            editing.discard()
            toast(t('Discarded.'), { undo: () => editing.undo() })
          }}
        />
      ) : null}
      {isLive && may('unpublishWidget') ? (
        <MenuItem label={t('Unpublish')} icon="eye" isDanger onAction={() => onOpen('unpublish')} />
      ) : null}
    </Menu>
  )
}

/** Where the changes are. */
function Where() {
  const mayEdit = useMay()('updateWidget')
  const saving = useEdited((state) => state.saving)
  const problem = useEdited((state) => state.problem)
  const isLive = useEdited(({ widget }) => widget.status === 'PUBLISHED')
  const hasConflicts = useEdited(({ copy }) => copy.conflicts.length > 0)
  if (!mayEdit) return <span className={`${css.where} hint`}>{t('You can look, not change.')}</span>
  return (
    <span role="status" className={`${css.where} hint`} data-saving={saving}>
      {whereWords({ saving, problem, isLive, hasConflicts })}
    </span>
  )
}
