import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import type { Command } from '../controls/command-list.tsx'
import { isCovered } from '../controls/key-targets.ts'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { usePageCommands } from '../controls/page-commands.ts'
import { Segments } from '../controls/segments.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { useMe } from '../session/use-me.ts'
import { DropZone } from '../uploads/drop-zone.tsx'
import { t } from '../words/words.ts'
import { useWhoChanged } from './conflicts/who.ts'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import { Header, type Publishing, type Sheet, usePublishing } from './header.tsx'
import { openEditing } from './open-editing.ts'
import { OrderPane } from './order/order-pane.tsx'
import { useDropped } from './order/use-dropped.ts'
import { PreviewPane } from './preview/preview-pane.tsx'
import { type Problem, picturesField, problemsOf } from './problems.ts'
import { summaryOf } from './publish/difference-words.ts'
import { readColour } from './settings-form/read-colour.ts'
import { SettingsPane } from './settings-form/settings-pane.tsx'
import { EditingScope, useEdited, useEditing } from './use-editing.tsx'
import { isChanged } from './working-copy/working-copy.ts'

const PublishSheet = lazyPart(() => import('./publish/publish-sheet.tsx'))
const ConflictDialog = lazyPart(() => import('./conflicts/conflict-dialog.tsx'))
const UnpublishSheet = lazyPart(() => import('./publish/unpublish-sheet.tsx'))
const ProblemsDialog = lazyPart(() => import('./problems-dialog.tsx'))

/** One widget: its pictures, how it looks, and how it is shown. */
export default function EditorPage() {
  const { projectId, widgetId } = useParams({ from: '/shell/p/$projectId/widgets/$widgetId' })
  const editing = useOpened(projectId, widgetId)
  if (editing === null) {
    return (
      <main className={css.editor} data-pane={firstPane()} data-wide>
        <h1 className="visually-hidden" role="status">
          {t('Loading')}
        </h1>
        <div className={`${css.header} row`} data-state="loading" />
        <section className={`${css.order} ${css.waits}`}>
          <Skeleton lines={8} />
        </section>
        <section className={css.preview} />
        <section className={`${css.settings} ${css.waits}`}>
          <Skeleton lines={8} />
        </section>
      </main>
    )
  }
  return (
    <EditingScope editing={editing}>
      <Editor projectId={projectId} />
    </EditingScope>
  )
}

/** Null while it is loaded. */
function useOpened(projectId: string, widgetId: string): Editing | null {
  const { id: userId } = useMe()
  const mayEdit = useMay()('updateWidget')
  const [opened, setOpened] = useState<{ widgetId: string; editing: Editing } | null>(null)
  useEffect(() => {
    let isOver = false
    let editing: Editing | null = null
    openEditing({ projectId, widgetId }, { userId, mayEdit }).then(
      (loaded) => {
        if (isOver) return
        editing = loaded
        loaded.start()
        setOpened({ widgetId, editing: loaded })
      },
      (error: unknown) =>
        // Thrown while rendering, so that the page says why.
        setOpened(() => {
          throw error
        }),
    )
    return () => {
      isOver = true
      editing?.stop()
    }
  }, [projectId, widgetId, userId, mayEdit])
  return opened?.widgetId === widgetId ? opened.editing : null
}

type Pane = 'order' | 'preview' | 'settings'

/** Wider windows show the preview beside the chosen pane, or all three. */
const firstPane = (): Pane => (matchMedia('(max-width: 960px)').matches ? 'preview' : 'order')

function Editor({ projectId }: { projectId: string }) {
  const editing = useEditing()
  const mine = useEdited(({ copy }) => copy.mine)
  const assets = useEdited((state) => state.assets)
  const [pane, setPane] = useState<Pane>(firstPane)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const hasConflicts = useEdited(({ copy }) => copy.conflicts.length > 0)
  const problems = useMemo(() => problemsOf(mine, assets, readColour), [mine, assets])
  const publishing = usePublishing(setSheet)
  useShortcuts(editing, sheet === null ? publishing : null)
  usePageCommands(publishing.mayOpen ? [publishCommand(publishing)] : [])
  const focusField = useFieldFocus()
  const show = ({ key, field }: Problem) => {
    setSheet(null)
    if (key !== undefined) setOpened(key)
    if (field === undefined) return
    setPane(field === picturesField ? 'order' : 'settings')
    focusField(field)
  }
  const close = () => setSheet(null)
  return (
    <main className={css.editor} data-pane={pane} data-wide>
      <Header
        projectId={projectId}
        problems={problems.length}
        publishing={publishing}
        onOpen={setSheet}
      />
      <div className={css.notices}>
        {hasConflicts ? <Choice onOpen={() => setSheet('conflicts')} /> : <News />}
      </div>
      <div className={css.tabs}>
        <Segments<Pane>
          label={t('Parts of the editor')}
          value={pane}
          onChange={setPane}
          options={[
            { id: 'order', label: t('Pictures') },
            { id: 'preview', label: t('Preview') },
            { id: 'settings', label: t('Settings') },
          ]}
        />
      </div>
      <section className={css.order} aria-label={t('Pictures')}>
        <DroppableOrder projectId={projectId} opened={opened} onOpen={setOpened} />
      </section>
      <section className={css.preview} aria-label={t('Preview')}>
        <PreviewPane />
      </section>
      <section className={css.settings} aria-label={t('Settings')}>
        <h2 className="visually-hidden">{t('Settings')}</h2>
        <SettingsPane />
      </section>
      {/* Publishing goes on where it was once the choice is made. */}
      {hasConflicts && (sheet === 'publish' || sheet === 'conflicts') ? (
        <ConflictDialog onClose={close} />
      ) : null}
      {!hasConflicts && sheet === 'publish' ? (
        <PublishSheet problems={problems} onClose={close} />
      ) : null}
      {sheet === 'unpublish' ? <UnpublishSheet onClose={close} /> : null}
      {sheet === 'problems' ? (
        <ProblemsDialog problems={problems} onClose={close} onShow={show} />
      ) : null}
    </main>
  )
}

const publishCommand = ({ label, open }: Publishing): Command => ({
  id: 'publish',
  label,
  keys: 'Ctrl Enter',
  icon: 'upload',
  run: open,
})

type OrderProps = { projectId: string; opened: string | null; onOpen(key: string | null): void }

/** Files that are dropped on the order go into the library, and into the widget. */
function DroppableOrder({ projectId, opened, onOpen }: OrderProps) {
  const onAdded = useDropped(projectId)
  return (
    <DropZone projectId={projectId} folderId={null} onAdded={onAdded}>
      <OrderPane opened={opened} onOpen={onOpen} />
    </DropZone>
  )
}

/** Another person has changed the same: the changes wait for a choice. */
function Choice({ onOpen }: { onOpen(): void }) {
  const who = useWhoChanged()
  return (
    <div role="status">
      <Notice
        tone="warn"
        icon="users"
        action={
          <Button size="sm" onPress={onOpen}>
            {t('Choose …')}
          </Button>
        }
      >
        {t('{who} has changed the same as you. Nothing is lost: choose which counts.', { who })}
      </Notice>
    </div>
  )
}

/** Says which changes of another person are in the working copy now. */
function News() {
  const editing = useEditing()
  const who = useWhoChanged()
  const news = useEdited((state) => state.news)
  const hasOwn = useEdited(({ copy }) => isChanged(copy))
  return (
    <div role="status">
      {news === null ? null : (
        <Notice
          tone="accent"
          icon="users"
          action={
            <IconButton
              icon="close"
              size="sm"
              label={t('Close')}
              onPress={() => editing.forgetNews()}
            />
          }
        >
          {t('{who} changed: {what}.', { who, what: summaryOf(news.differences) })}{' '}
          {hasOwn ? t('Your own changes are still here.') : null}
        </Notice>
      )}
    </div>
  )
}

/** Gives the focus to a field by its name, once no dialog lies over it. */
function useFieldFocus(): (field: string) => void {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const field = document.querySelector(`[data-field="${CSS.escape(wanted)}"]`)
    for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) {
      at.open = true
    }
    const input = field?.querySelector<HTMLElement>('input[type="text"], input:not([type])')
    // The list of pictures has a button only.
    const target = input ?? field?.querySelector('button')
    target?.focus()
    setWanted(null)
  }, [wanted])
  return setWanted
}

/** Fields have an undo of their own. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && ['text', 'search'].includes(target.type))

/**
 * Undo, redo and publishing by the keyboard; changes of others are read when the page is visible again.
 *
 * @param publishing null while a sheet is open.
 */
function useShortcuts(editing: Editing, publishing: Publishing | null): void {
  useEffect(() => {
    if (publishing?.mayOpen !== true) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter' || isCovered()) return
      event.preventDefault()
      publishing.open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, metaKey, target } = event
      const letter = key.toLowerCase()
      if (!(ctrlKey || metaKey) || isField(target) || !['z', 'y'].includes(letter)) return
      event.preventDefault()
      if (letter === 'y' || shiftKey) editing.redo()
      else editing.undo()
    }
    const onSight = () => {
      // Without a connection the page stays as it is.
      if (document.visibilityState === 'visible') editing.refresh().catch(() => undefined)
    }
    addEventListener('keydown', onKey)
    document.addEventListener('visibilitychange', onSight)
    return () => {
      removeEventListener('keydown', onKey)
      document.removeEventListener('visibilitychange', onSight)
    }
  }, [editing])
}
