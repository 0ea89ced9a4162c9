import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { Notice } from '../../controls/notice.tsx'
import { lazyPart } from '../../controls/on-demand.tsx'
import { addressOf } from '../../controls/picture.tsx'
import { Bar } from '../../controls/ring.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { queries } from '../../server/queries.ts'
import { formatCount } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { type Asset, assetQuery } from '../queries.ts'
import { AltField, LastSaved } from './alt-field.tsx'
import css from './alt-run.module.css'
import { isGone } from './is-gone.ts'
import { altRunKey, altRunPageQuery } from './queue.ts'
import {
  back,
  begin,
  forward,
  goTo,
  isAtEnd,
  needsPage,
  numberOf,
  type Run,
  withoutGone,
  withPage,
} from './run.ts'
import type { AltRunSearch } from './search.ts'
import { startOf } from './start.ts'
import type { Texts, TextsState } from './texts.ts'
import { useTexts } from './use-texts.ts'
import { type Undo, useUndo } from './use-undo.ts'

const RunEnd = lazyPart(() => import('./run-end.tsx'))
const Unsaved = lazyPart(() => import('./unsaved.tsx'))

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

/** In place of the id of a picture that is not loaded yet. */
const nextOne = 'next'

function AltRun({ projectId, onAgain }: { projectId: string; onAgain(): void }) {
  const { at, since, n, ...conditions } = useSearch({ from: '/shell/p/$projectId/alt-text' })
  const { run, change, error } = useRun(projectId, { at, since, n, ...conditions })
  const { texts, state } = useTexts(projectId)
  const undo = useUndo(state.saved.at(-1), (last) => {
    texts.takenBack(last)
    change((present) => goTo(present, last.after.id))
  })
  const item = run?.items[run.index]
  usePreloaded(projectId, run)
  useLayoutEffect(() => {
    if (item !== undefined) texts.adopt(nextOne, item.id)
  }, [texts, item])
  const isOver = run !== null && isAtEnd(run)
  const entered = [...state.entered.values()]
  const unsaved = entered.filter(({ problem }) => problem !== null)
  const waiting = entered.length - unsaved.length
  return (
    <main className={`${css.page} stack-4`}>
      <Head projectId={projectId} conditions={conditions}>
        {waiting > 1 ? <p>{t('Saving {count} texts …', { count: waiting })}</p> : null}
        <Progress run={run} isOver={isOver} />
      </Head>
      <Bar label={t('Progress')} value={partOf(run, isOver)} />
      {run === null ? null : <Gone names={run.gone} />}
      {unsaved.length === 0 ? null : <Unsaved unsaved={unsaved} texts={texts} />}
      <LoadProblem error={error} />
      {isOver && waiting === 0 ? (
        <RunEnd projectId={projectId} conditions={conditions} onAgain={onAgain} />
      ) : null}
      {isOver && undo !== null ? <LastSaved undo={undo} /> : null}
      {run === null || isOver ? null : (
        <One
          projectId={projectId}
          id={item?.id ?? null}
          texts={texts}
          state={state}
          undo={undo}
          onBack={run.index === 0 ? null : () => change(back)}
          onNext={() => change(forward)}
          onGone={(id) => change((present) => withoutGone(present, id))}
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
  /** Null until the picture is loaded that follows the last one. */
  id: string | null
  texts: Texts
  state: TextsState
  undo: Undo | null
  onBack: (() => void) | null
  onNext(): void
  onGone(id: string): void
}

/** One picture of the run. Another person may have deleted it since the run began, also while it is shown. */
function One({ projectId, id, texts, state, undo, onBack, onNext, onGone }: OneProps) {
  const slot = id ?? nextOne
  const { data: asset, error } = useQuery({
    ...assetQuery(projectId, slot),
    enabled: id !== null,
  })
  const isDeleted = isGone(error)
  const draft = state.drafts.get(slot)
  const text = draft ?? state.entered.get(slot)?.change.altText ?? undefined
  const isSkipped = isDeleted && !draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer says so.
  useEffect(() => {
    if (isSkipped) onGone(slot)
  }, [isSkipped, slot])
  const skip = () => {
    if (!isDeleted) return onNext()
    texts.giveUp(slot)
    onGone(slot)
  }
  return (
    <>
      {isDeleted ? null : <LoadProblem error={error} />}
      <AltField
        id={slot}
        asset={asset}
        text={text}
        obstacle={
          isDeleted && !isSkipped
            ? t('Another person has deleted this picture. Skip it to go on.')
            : undefined
        }
        undo={undo}
        onType={(next) => texts.type(slot, next)}
        onEnter={(change) => {
          if (change !== null) texts.enter(slot, change)
          onNext()
        }}
        onBack={onBack}
        onSkip={skip}
      />
    </>
  )
}

/** Pictures ahead that are loaded while another one is shown. */
const preloaded = 2

/** The next pictures are there when they are shown. */
function usePreloaded(projectId: string, run: Run | null): void {
  const ids = run?.items.slice(run.index + 1, run.index + 1 + preloaded).map(({ id }) => id) ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: for other pictures.
  useEffect(() => {
    for (const id of ids) {
      const asset = queries.getQueryData<Asset>(assetQuery(projectId, id).queryKey)
      if (asset !== undefined) new Image().src = addressOf(asset, 960)
    }
  }, [ids.join()])
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
