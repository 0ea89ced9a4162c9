import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Skeleton } from '../../controls/notice.tsx'
import { ShowMore } from '../../controls/show-more.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { useMomentOf } from '../../session/moment.tsx'
import { formatAge, formatMoment } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { type Asset, assetHistoryQuery, type HistoryEntry } from '../queries.ts'
import css from './details.module.css'
import { changedFields, wordOfAction } from './history-words.ts'

/** Who changed what, newest first. It is read when a person asks for it. */
export function History({ asset }: { asset: Asset }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={css.part}>
      <h3>{t('History')}</h3>
      {isOpen ? (
        <Entries asset={asset} />
      ) : (
        <Button size="sm" icon="clock" onPress={() => setOpen(true)}>
          {t('Show changes')}
        </Button>
      )}
    </section>
  )
}

function Entries({ asset: { projectId, id } }: { asset: Asset }) {
  const list = useInfiniteQuery(assetHistoryQuery(projectId, id))
  const entries = list.data?.pages.flatMap(({ content }) => content)
  if (list.error) return <LoadProblem error={list.error} />
  if (entries === undefined) return <Skeleton lines={3} />
  if (entries.length === 0) return <p>{t('Nothing was changed.')}</p>
  return (
    <>
      <ol className={`${css.history} stack-4`}>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ol>
      <ShowMore list={list} size="sm" />
    </>
  )
}

function EntryLine({ entry: { action, by, changes, createdAt } }: { entry: HistoryEntry }) {
  const at = useMomentOf()(createdAt)
  const isNew = action === 'asset.create'
  return (
    <li>
      <span>
        <strong>{by ?? t('A former member')}</strong> {wordOfAction(action)}
      </span>
      {(isNew ? [] : changedFields(changes)).map(({ field, from, to }) => (
        <span key={field} className={`${css.change} fine`}>
          {field}: {from === '' ? null : <del>{from}</del>} {to === '' ? null : <ins>{to}</ins>}
        </span>
      ))}
      <time className="fine" dateTime={at.toISOString()}>
        {formatAge(at, new Date())} · {formatMoment(at)}
      </time>
    </li>
  )
}
