import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { VitrineError } from '@vitrine/sdk'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Empty, Notice, Skeleton } from '../../controls/notice.tsx'
import { Bar } from '../../controls/ring.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import type { AssetChange } from '../../server/assets.ts'
import { queries } from '../../server/queries.ts'
import { formatCount } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { filterOf } from '../conditions.ts'
import { type Asset, assetQuery } from '../queries.ts'
import { AltField, LastSaved } from './alt-field.tsx'
import css from './alt-run.module.css'
import { altRunKey, altRunPageQuery, leftQuery } from './queue.ts'
import {
  back,
  begin,
  forward,
  isAtEnd,
  needsPage,
  numberOf,
  type Run,
  type Saved,
  withoutGone,
  withoutLastSaved,
  withPage,
  withSaved,
} from './run.ts'
import { saveText } from './save-text.ts'
import type { AltRunSearch } from './search.ts'
import { startOf } from './start.ts'
import { type Undo, useUndo } from './use-undo.ts'

/** Pictures without a text, one after the other, by the keyboard alone. */
export default function AltRunPage() {
  const { projectId } = useParams({ from: '/shell/p/$projectId/alt-text' })
  const [turn, setTurn] = useState(0)
  const begin = () => {
    queries.removeQueries({ queryKey: altRunKey(projectId) })
    setTurn(turn + 1)
  }
  return <AltRun key={`${projectId} ${turn}`} projectId={projectId} onAgain={begin} />
}

function AltRun({ projectId, onAgain }: { projectId: string; onAgain(): void }) {
  const { at, since, n, ...conditions } = useSearch({ from: '/shell/p/$projectId/alt-text' })
  const { run, change, error } = useRun(projectId, { at, since, n, ...conditions })
  const undo = useUndo(run, () => change(withoutLastSaved))
  const item = run?.items[run.index]
  const nextId = run?.items[run.index + 1]?.id
  if (nextId !== undefined) void queries.prefetchQuery(assetQuery(projectId, nextId))
  const isOver = run !== null && isAtEnd(run)
  return (
    <main className={`${css.page} stack-4`}>
      <Head projectId={projectId} conditions={conditions}>
        <Progress run={run} isOver={isOver} />
      </Head>
      <Bar label={t('Progress')} value={partOf(run, isOver)} />
      {run === null ? null : <Gone names={run.gone} />}
      <LoadProblem error={error} />
      {isOver ? (
        <RunEnd projectId={projectId} conditions={conditions} undo={undo} onAgain={onAgain} />
      ) : null}
      {run === null || item === undefined ? null : (
        <One
          // After an undo the field begins with the text that the picture has again.
          key={`${item.id} ${run.saved.length}`}
          projectId={projectId}
          id={item.id}
          undo={undo}
          onBack={run.index === 0 ? null : () => change(back)}
          onSkip={() => change(forward)}
          onSaved={(saved) => change((present) => withSaved(present, saved))}
          onGone={() => change((present) => withoutGone(present, item.id))}
        />
      )}
    </main>
  )
}

type HeadProps = { projectId: string; conditions: AltRunSearch; children: ReactNode }

const Head = ({ projectId, conditions, children }: HeadProps) => (
  <header className={css.head}>
    <Link
      to="/p/$projectId/library"
      params={{ projectId }}
      search={{ ...conditions, alt: 'missing' }}
      className={css.back ?? ''}
    >
      <Icon name="arrowLeft" size={16} />
      {t('Library')}
    </Link>
    <h1>{t('Alt texts')}</h1>
    {children}
  </header>
)

const Progress = ({ run, isOver }: { run: Run | null; isOver: boolean }) => (
  <p role="status">
    {run === null || isOver
      ? null
      : t('{number} of {total}', {
          number: formatCount(numberOf(run)),
          total: formatCount(run.total),
        })}
  </p>
)

const partOf = (run: Run | null, isOver: boolean): number =>
  run === null ? 0 : isOver || run.total === 0 ? 1 : (numberOf(run) - 1) / run.total

type Props = { projectId: string; conditions: AltRunSearch; undo: Undo | null; onAgain(): void }

/** After the last picture: all have their texts, or some were skipped. */
function RunEnd({ projectId, conditions, undo, onAgain }: Props) {
  const { data: left } = useQuery(leftQuery(projectId, conditions))
  if (left === undefined) return null
  const isFiltered = Object.keys(filterOf(conditions)).length > 0
  return (
    <>
      <Empty
        icon="check"
        title={
          left > 0
            ? t('This was the last picture')
            : isFiltered
              ? t('Every picture that matches has its text')
              : t('Every picture has its text')
        }
        actions={
          <>
            {left > 0 ? (
              <Button onPress={onAgain}>{t('Begin with those that are left')}</Button>
            ) : null}
            <Link to="/p/$projectId/library" params={{ projectId }} search={conditions}>
              {t('Back to the library')}
            </Link>
          </>
        }
      >
        {left > 0
          ? t('{left, plural, one {# was skipped.} other {# were skipped.}}', { left })
          : t('New pictures without one appear here again.')}
      </Empty>
      {undo === null ? null : <LastSaved undo={undo} />}
    </>
  )
}

/** Pictures that the run has left out, because another person has deleted them. */
function Gone({ names }: { names: readonly string[] }) {
  const [name = ''] = names
  const words =
    names.length === 1 && name !== ''
      ? t('Another person has deleted {name}, so it is skipped.', { name })
      : t(
          '{count, plural, one {# picture was} other {# pictures were}} deleted by another person and skipped.',
          { count: names.length },
        )
  return (
    // There from the beginning, so that screen readers announce its text.
    <div role="status">{names.length === 0 ? null : <Notice icon="trash">{words}</Notice>}</div>
  )
}

type OneProps = {
  projectId: string
  id: string
  undo: Undo | null
  onBack: (() => void) | null
  onSkip(): void
  onSaved(saved: Saved): void
  onGone(): void
}

const isGone = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'ASSET_NOT_FOUND'

/** One picture of the run. Another person may have deleted it since the run began, also while it is shown. */
function One({ projectId, id, undo, onBack, onSkip, onSaved, onGone }: OneProps) {
  const { data: asset, error } = useQuery(assetQuery(projectId, id))
  const isDeleted = isGone(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer says so.
  useEffect(() => {
    if (isDeleted) onGone()
  }, [isDeleted])
  const save = async (before: Asset, change: AssetChange) => {
    if (Object.keys(change).length === 0) return onSkip()
    try {
      onSaved({ before, after: await saveText(before, change) })
    } catch (problem) {
      if (!isGone(problem)) throw problem
      onGone()
    }
  }
  if (error && !isDeleted) return <LoadProblem error={error} />
  return asset === undefined || isDeleted ? (
    <Skeleton lines={6} />
  ) : (
    <AltField
      asset={asset}
      undo={undo}
      onSave={(change) => save(asset, change)}
      onBack={onBack}
      onSkip={onSkip}
    />
  )
}

/** The run that the address names. Its pages are loaded before they are needed, and the address follows it. */
function useRun(projectId: string, search: AltRunSearch) {
  const [start] = useState(() => startOf(search))
  const first = useQuery(altRunPageQuery(projectId, search, start, null))
  const initial = useMemo(
    () => (first.data === undefined ? null : begin(first.data, start)),
    [first.data, start],
  )
  const [changed, setChanged] = useState<Run | null>(null)
  const run = changed ?? initial
  const change = (step: (run: Run) => Run) =>
    setChanged((before) => {
      const present = before ?? initial
      return present === null ? null : step(present)
    })

  const cursor = run?.nextCursor ?? null
  const isNeeded = run !== null && needsPage(run)
  const next = useQuery({
    ...altRunPageQuery(projectId, search, start, cursor),
    enabled: isNeeded,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that arrives.
  useEffect(() => {
    const { data } = next
    if (isNeeded && data !== undefined) change((present) => withPage(present, data))
  }, [next.data, isNeeded])

  useAddress(run)
  return { run, change, error: first.error ?? next.error }
}

/** Keeps the position in the address, so that a reload goes on there. */
function useAddress(run: Run | null): void {
  const navigate = useNavigate({ from: '/p/$projectId/alt-text' })
  const item = run?.items[run.index]
  const id = item?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the run moves.
  useEffect(() => {
    if (run === null) return
    const number = numberOf(run)
    const place =
      item === undefined
        ? { at: undefined, since: undefined, n: undefined }
        : { at: item.id, since: item.createdAt, n: number }
    void navigate({ search: (before) => ({ ...before, ...place }), replace: true })
  }, [id, run === null])
}
