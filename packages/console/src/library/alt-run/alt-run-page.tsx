import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Empty, Notice } from '../../controls/notice.tsx'
import { Bar } from '../../controls/ring.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { queries } from '../../server/queries.ts'
import { formatCount } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { filterOf } from '../conditions.ts'
import { assetQuery } from '../queries.ts'
import css from './alt-run.module.css'
import { LastSaved } from './last-saved.tsx'
import { One } from './one.tsx'
import { altRunKey, leftQuery } from './queue.ts'
import {
  back,
  forward,
  isAtEnd,
  numberOf,
  type Run,
  withoutGone,
  withoutLastSaved,
  withSaved,
} from './run.ts'
import type { AltRunSearch } from './search.ts'
import { useRun } from './use-run.ts'
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
    <main className={css.page}>
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
