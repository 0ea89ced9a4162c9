import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { Empty, Notice } from '../../controls/notice.tsx'
import { Bar } from '../../controls/ring.tsx'
import type { AssetChange } from '../../server/assets.ts'
import { wordsOf } from '../../server/error-words.ts'
import { queries } from '../../server/queries.ts'
import { say } from '../../words/words.ts'
import { type Asset, assetQuery } from '../queries.ts'
import { AltField } from './alt-field.tsx'
import css from './alt-run.module.css'
import { altRunQuery } from './queue.ts'
import { saveText } from './save-text.ts'

/** Pictures without a text, one after the other, by the keyboard alone. */
export default function AltRunPage() {
  const { projectId } = useParams({ from: '/shell/p/$projectId/alt-text' })
  const { data: todo, error } = useQuery(altRunQuery(projectId))
  const [at, setAt] = useState(0)
  const total = todo?.total ?? 0
  const id = todo?.ids[at]
  return (
    <main className={css.page}>
      <header className={css.head}>
        <Link to="/p/$projectId/library" params={{ projectId }} className={css.back ?? ''}>
          <Icon name="arrowLeft" size={16} />
          {say('Library')}
        </Link>
        <h1>{say('Alt texts')}</h1>
        <p role="status">
          {say('{left, plural, one {# left} other {# left}}', { left: Math.max(0, total - at) })}
        </p>
      </header>
      <Bar label={say('Progress')} value={total === 0 ? 1 : at / total} />
      {error ? <Notice tone="bad">{wordsOf(error)}</Notice> : null}
      {todo !== undefined && id === undefined ? (
        <Empty
          icon="check"
          title={say('Every picture has its text')}
          actions={
            <Link to="/p/$projectId/library" params={{ projectId }}>
              {say('Back to the library')}
            </Link>
          }
        >
          {say('New pictures without one appear here again.')}
        </Empty>
      ) : null}
      {id === undefined ? null : (
        <One
          key={id}
          projectId={projectId}
          id={id}
          nextId={todo?.ids[at + 1]}
          onBack={at === 0 ? null : () => setAt(at - 1)}
          onDone={() => setAt(at + 1)}
        />
      )}
    </main>
  )
}

type OneProps = {
  projectId: string
  id: string
  nextId: string | undefined
  onBack: (() => void) | null
  onDone(): void
}

function One({ projectId, id, nextId, onBack, onDone }: OneProps) {
  const { data: asset, error } = useQuery(assetQuery(projectId, id))
  if (nextId !== undefined) void queries.prefetchQuery(assetQuery(projectId, nextId))
  const save = async (of: Asset, change: AssetChange) => {
    if (Object.keys(change).length > 0) await saveText(of, change)
    onDone()
  }
  if (error) return <Notice tone="bad">{wordsOf(error)}</Notice>
  return asset === undefined ? null : (
    <AltField
      key={asset.id}
      asset={asset}
      onSave={(change) => save(asset, change)}
      onBack={onBack}
      onSkip={onDone}
    />
  )
}
