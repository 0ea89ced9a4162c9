import { lazy, type ReactNode, Suspense, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Skeleton } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { usePageCommands } from '../controls/page-commands.ts'
import { LoadProblem } from '../problems/load-problem.tsx'
import { DropZone } from '../uploads/drop-zone.tsx'
import { t } from '../words/words.ts'
import { LibraryEmpty } from './empty.tsx'
import { Chips } from './filters/chips.tsx'
import { Toolbar } from './filters/toolbar.tsx'
import { Folders } from './folders/folders.tsx'
import { Grid } from './grid/grid.tsx'
import { countOf } from './grid/selection.ts'
import css from './library.module.css'
import { useSelectionCommands } from './selection-commands.ts'
import { type Library, useLibrary } from './use-library.ts'

// Parts that the first view does not need.
const Details = lazy(() => import('./details/details.tsx'))
const QuickLook = lazyPart(() => import('./quick-look.tsx'))
const Rename = lazyPart(() => import('./rename.tsx'))
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'))
const FoldersDialog = lazyPart(() => import('./folders/folders-dialog.tsx'))

export default function LibraryPage() {
  const library = useLibrary()
  const {
    projectId,
    search,
    counts,
    change,
    folderId,
    openId,
    looked,
    setLooked,
    renamedId,
    rename,
  } = library
  const [areFoldersOpen, setFoldersOpen] = useState(false)
  usePageCommands(useSelectionCommands(library))
  const folders = (
    <Folders
      projectId={projectId}
      counts={counts}
      current={search.folder}
      onChoose={(folder) => {
        change({ folder })
        setFoldersOpen(false)
      }}
    />
  )
  return (
    <DropZone projectId={projectId} folderId={folderId}>
      <main className={css.library} data-details={openId !== null || undefined}>
        <h1 className="visually-hidden">{t('Library')}</h1>
        {library.total === 0 ? null : (
          <button type="button" className="skip" onClick={focusPicture}>
            {t('Skip to the pictures')}
          </button>
        )}
        <aside className={css.folders} aria-label={t('Folders')}>
          {folders}
        </aside>
        <Pictures
          library={library}
          foldersButton={<FoldersButton onPress={() => setFoldersOpen(true)} />}
        />
        {openId === null ? null : (
          <aside className={css.details} aria-label={t('Details')}>
            <Suspense fallback={<Skeleton />}>
              <Details
                key={openId}
                projectId={projectId}
                assetId={openId}
                onClose={() => change({})}
                onRename={() => rename(openId)}
              />
            </Suspense>
          </aside>
        )}
      </main>
      {areFoldersOpen ? (
        <FoldersDialog onClose={() => setFoldersOpen(false)}>{folders}</FoldersDialog>
      ) : null}
      {looked === null ? null : (
        <QuickLook projectId={projectId} assetId={looked} onClose={() => setLooked(null)} />
      )}
      {renamedId === null ? null : (
        <Rename projectId={projectId} assetId={renamedId} onClose={() => rename(null)} />
      )}
    </DropZone>
  )
}

/** The picture that the Tab key leads to, past the folders and the tools. */
const focusPicture = (): void =>
  document.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]')?.focus()

/** Opens the folders in a dialog, in windows that are too narrow for them. */
const FoldersButton = ({ onPress }: { onPress(): void }) => (
  <span className={css.foldersButton}>
    <IconButton icon="folder" label={t('Folders')} look="normal" onPress={onPress} />
  </span>
)

/** Cells of pictures that fill most windows. */
const roomOf = Array.from({ length: 40 }, (_, index) => index)

/** The room of the pictures, until it is known how many there are. */
const GridRoom = () => (
  <div className={`${css.room} late`} aria-hidden="true" data-state="loading">
    {roomOf.map((index) => (
      <span key={index} />
    ))}
  </div>
)

function Pictures({ library, foldersButton }: { library: Library; foldersButton: ReactNode }) {
  const { projectId, search, counts, change, list, total, isPending, error, selecting } = library
  return (
    <section className={css.main} aria-label={t('Pictures')}>
      <Toolbar
        projectId={projectId}
        search={search}
        onChange={change}
        view={library.view}
        onView={library.setView}
        foldersButton={foldersButton}
      />
      <Chips projectId={projectId} counts={counts} search={search} onChange={change} />
      <p className={`${css.total} hint`} role="status">
        {isPending
          ? t('Loading')
          : total === 0
            ? null
            : t('{count, plural, one {# picture} other {# pictures}}', { count: total })}
      </p>
      {error ? (
        <div className={css.problem}>
          <LoadProblem error={error} />
        </div>
      ) : null}
      {!isPending && total === 0 && !error ? (
        <LibraryEmpty
          projectId={projectId}
          folderId={library.folderId}
          search={search}
          onChange={change}
        />
      ) : isPending ? (
        <GridRoom />
      ) : error && total === 0 ? null : (
        <Grid
          list={list}
          view={library.view}
          onSort={(sort) => change({ sort })}
          total={total}
          selection={selecting.selection}
          openId={library.openId}
          onAction={selecting.act}
          onFrame={selecting.frame}
        />
      )}
      {countOf(selecting.selection, total) === 0 ? null : (
        <SelectionBar
          projectId={projectId}
          folderId={library.folderId}
          list={list}
          total={total}
          selecting={selecting}
        />
      )}
    </section>
  )
}
