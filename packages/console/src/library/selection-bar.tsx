import { useQuery } from '@tanstack/react-query'
import { orThrow } from '@vitrine/sdk'
import { useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Ring } from '../controls/ring.tsx'
import { toast, toastError, toastProblem } from '../controls/toast.tsx'
import { May } from '../permissions/permissions.tsx'
import { mostOfWidget } from '../publishing/new-widget.ts'
import { mostChanged, sayFailed } from '../server/bulk.ts'
import { vitrine } from '../server/client.ts'
import { foldersQuery } from '../server/folders.ts'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { type BulkStep, changeMany } from './commands.ts'
import type { AssetFilter } from './conditions.ts'
import { countOf, type Selection } from './grid/selection.ts'
import { type List, useRange } from './grid/use-pages.ts'
import css from './selection.module.css'
import { AltTextDialog, TagDialog } from './selection-fields.tsx'
import { mostIds, targetOf } from './target.ts'
import { undoOf } from './undo.ts'
import type { Asked, Selecting } from './use-selecting.ts'

const DeleteQuestion = lazyPart(() => import('./delete-question.tsx'))
const NewWidget = lazyPart(() => import('./new-widget.tsx'))

type Props = {
  projectId: string
  /** The folder that is shown; null for none. */
  folderId: string | null
  list: List
  total: number
  selecting: Selecting
}

/** The ids of the selected pictures, in their order in the list if all of them are selected. */
function useIds({ list, total, selecting: { selection } }: Props): () => Promise<string[]> {
  const range = useRange(list)
  if (selection.kind === 'some') return async () => [...selection.ids]
  return async () =>
    (await range(0, Math.min(total, mostOfWidget + selection.except.size) - 1)).filter(
      (id) => !selection.except.has(id),
    )
}

/** The actions on the selected pictures. */
export default function SelectionBar(props: Props) {
  const { projectId, folderId, list, total, selecting } = props
  const { selection, clear, ask } = selecting
  const { progress, run } = useBulk({ projectId, filter: list.filter, total, selection, clear })
  const loadIds = useIds(props)
  const count = countOf(selection, total)
  if (count === 0) return null
  const isBusy = progress !== null
  const download = () =>
    void loadIds()
      .then((ids) => downloadOriginals(projectId, ids))
      .catch(toastError)
  return (
    <>
      <section className={`${css.bar} row card`} aria-label={t('Selection')}>
        <Summary total={total} selecting={selecting} count={count} progress={progress} />
        {count <= mostOfWidget ? (
          <May call="createWidget">
            <span className={css.making}>
              <Button look="primary" icon="widget" onPress={() => ask('new widget')}>
                {t('New widget from these')}{' '}
                <span className={css.key} aria-hidden="true">
                  W
                </span>
              </Button>
            </span>
          </May>
        ) : null}
        <Actions
          projectId={projectId}
          isBusy={isBusy}
          run={run}
          ask={ask}
          onDownload={count <= mostDownloads ? download : null}
        />
        <span className={css.close}>
          <IconButton icon="close" label={t('Select none')} onPress={clear} />
        </span>
      </section>
      <SelectionDialogs
        projectId={projectId}
        folderId={folderId}
        selecting={selecting}
        count={count}
        loadIds={loadIds}
        run={run}
      />
    </>
  )
}

type SummaryProps = Pick<Props, 'total' | 'selecting'> & { count: number; progress: number | null }

/** How many are selected, and what a change of so many means. */
const Summary = ({ total, selecting, count, progress }: SummaryProps) => {
  const { selection } = selecting
  return (
    <>
      <span className={css.count} role="status">
        {t('{count, plural, one {# selected} other {# selected}}', { count })}
      </span>
      {selection.kind === 'all' || count > mostChanged ? (
        <span className={`${css.note} hint`}>
          {selection.kind === 'all'
            ? t('Changes of all that match cannot be undone')
            : t('Changes of more than {most} cannot be undone', { most: mostChanged })}
        </span>
      ) : null}
      {progress === null ? null : <Ring label={t('Progress')} value={progress} />}
      {selection.kind === 'some' && count < total ? (
        <Button look="quiet" size="sm" onPress={selecting.selectAll}>
          {t('All that match')}
        </Button>
      ) : null}
    </>
  )
}

type ActionsProps = {
  projectId: string
  isBusy: boolean
  run: ReturnType<typeof useBulk>['run']
  ask(asked: Asked): void
  /** Null for more than browsers save at once. */
  onDownload: (() => void) | null
}

/** The actions on the selected pictures. */
const Actions = ({ projectId, isBusy, run, ask, onDownload }: ActionsProps) => (
  <span className={`${css.actions} row`}>
    <May call="bulkAssets">
      <MoveMenu
        projectId={projectId}
        isDisabled={isBusy}
        onMove={(folderId) => void run({ action: 'move', folderId }, t('Moved.')).catch(toastError)}
      />
      <IconButton icon="tag" label={t('Tag')} isDisabled={isBusy} onPress={() => ask('tags')} />
      <IconButton
        icon="text"
        label={t('Alt text')}
        isDisabled={isBusy}
        onPress={() => ask('alt text')}
      />
    </May>
    {onDownload === null ? null : (
      <IconButton icon="download" label={t('Download')} onPress={onDownload} />
    )}
    <May call="bulkAssets">
      <IconButton
        icon="trash"
        label={t('Delete')}
        isDisabled={isBusy}
        onPress={() => ask('delete')}
      />
    </May>
  </span>
)

type DialogsProps = Pick<Props, 'projectId' | 'folderId' | 'selecting'> & {
  count: number
  loadIds: () => Promise<string[]>
  run: ReturnType<typeof useBulk>['run']
}

/** The dialogs that the actions open, some of them also by a key. */
function SelectionDialogs(props: DialogsProps) {
  const { projectId, folderId, selecting, count, loadIds, run } = props
  const { selection, asked, ask } = selecting
  const onClose = () => ask(null)
  return (
    <>
      {asked === 'delete' ? (
        <DeleteQuestion
          projectId={projectId}
          count={count}
          ids={selection.kind === 'some' ? [...selection.ids] : null}
          onClose={onClose}
          act={() => run({ action: 'delete' }, t('Deleted. Nobody can see them any more.'))}
        />
      ) : null}
      {asked === 'new widget' && count <= mostOfWidget ? (
        <NewWidget
          projectId={projectId}
          folderId={folderId}
          count={count}
          load={loadIds}
          onClose={onClose}
        />
      ) : null}
      {asked === 'tags' ? (
        <TagDialog onClose={onClose} act={(tags) => run({ action: 'tag', tags }, t('Tagged.'))} />
      ) : null}
      {asked === 'alt text' ? (
        <AltTextDialog
          count={count}
          onClose={onClose}
          act={(values) => run({ action: 'update', values }, t('Saved.'))}
        />
      ) : null}
    </>
  )
}

/** Files of one download: browsers ask whether a page may save several, and some stop at ten a second. */
const mostDownloads = 50
const pauseMs = 250

/** Saves the originals under their own names. */
async function downloadOriginals(projectId: string, ids: readonly string[]): Promise<void> {
  const query = { id: [...ids], size: mostDownloads }
  const call = vitrine.GET('/api/projects/{projectId}/assets', {
    params: { path: { projectId }, query },
  })
  const { content } = await orThrow(call)
  for (const { originalUrl, filename } of content) {
    const link = document.createElement('a')
    link.href = originalUrl
    link.download = filename
    link.click()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

type MoveMenuProps = {
  projectId: string
  isDisabled: boolean
  onMove(folderId: string | null): void
}

function MoveMenu({ projectId, isDisabled, onMove }: MoveMenuProps) {
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const trigger = (
    <Button look="quiet" icon="move" isDisabled={isDisabled}>
      {t('Move')}
    </Button>
  )
  return (
    <Menu label={t('Move to')} trigger={trigger} placement="top">
      <MenuItem label={t('No folder')} icon="image" onAction={() => onMove(null)} />
      {folders.map(({ id, path }) => (
        <MenuItem key={id} label={path} icon="folder" onAction={() => onMove(id)} />
      ))}
    </Menu>
  )
}

type Options = {
  projectId: string
  filter: AssetFilter
  total: number
  selection: Selection
  clear(): void
}

/** Changes the selected pictures. */
function useBulk({ projectId, filter, total, selection, clear }: Options) {
  const [progress, setProgress] = useState<number | null>(null)
  const target = targetOf(selection, filter, total)
  const run = async (step: BulkStep, done: string) => {
    if (target === null)
      throw new Refusal(
        t('At most {most} pictures can be taken out of all. Filter them first.', {
          most: mostIds,
        }),
      )
    setProgress(0)
    try {
      const undo = await undoOf(projectId, target, step)
      const failed = await changeMany(projectId, target, step, setProgress)
      const offer = undo === null ? {} : { undo: () => void undo().catch(toastError) }
      if (failed > 0) toastProblem(sayFailed(failed), offer)
      else toast(done, offer)
      clear()
    } finally {
      setProgress(null)
    }
  }
  return { progress, run }
}
