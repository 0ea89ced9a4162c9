import { useState } from 'react'
import { Button } from '../../../controls/button.tsx'
import { NewsOf } from '../../../controls/form.tsx'
import { Notice } from '../../../controls/notice.tsx'
import { usePending } from '../../../forms/use-pending.ts'
import { formatBytes } from '../../../words/formats.ts'
import { t } from '../../../words/words.ts'
import type { Asset } from '../../queries.ts'
import detailsCss from '../details.module.css'
import { useDraft } from '../use-draft.ts'
import { draftOf, noProblems, problemsOfAnswer, rebased } from './draft.ts'
import css from './metadata.module.css'
import { MetadataRow } from './metadata-row.tsx'
import {
  bytesOf,
  metadataOf,
  mostBytes,
  problemsOfRows,
  type Row,
  rowsOf,
  withValue,
} from './rows.ts'

/** The keys and values that programs give a picture, or read. */
export function Metadata({ asset, isReadOnly }: { asset: Asset; isReadOnly: boolean }) {
  return (
    <section className={detailsCss.part} aria-label={t('Metadata')}>
      <h3>{t('Metadata')}</h3>
      {isReadOnly ? <Values rows={rowsOf(asset.metadata)} /> : <MetadataForm asset={asset} />}
    </section>
  )
}

function Values({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <p>{t('It has none.')}</p>
  return (
    <dl className={`${css.values} stack-2`}>
      {rows.map(({ id, key, value }) => (
        <div key={id}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function MetadataForm({ asset }: { asset: Asset }) {
  const { rows, setRows, isChanged, isPending, problems, save, news } = useMetadata(asset)
  const bytes = bytesOf(rows)
  const isTooLarge = bytes > mostBytes
  const add = () =>
    setRows((all) => [
      ...all,
      { id: Math.max(-1, ...all.map(({ id }) => id)) + 1, key: '', kind: 'text', value: '' },
    ])
  return (
    <form
      className={`${css.form} stack-4`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !isTooLarge) save()
      }}
    >
      {rows.length === 0 ? <p>{t('Keys and values of your own, for programs.')}</p> : null}
      {rows.map((row, index) => (
        <MetadataRow
          key={row.id}
          row={row}
          number={index + 1}
          problem={problems.rows.get(row.id)}
          onChange={(next) => setRows((all) => all.map((one) => (one.id === row.id ? next : one)))}
          onRemove={() => setRows((all) => all.filter(({ id }) => id !== row.id))}
        />
      ))}
      {problems.whole === null ? null : (
        <Notice tone="bad">
          <span role="alert">{problems.whole}</span>
        </Notice>
      )}
      {isTooLarge ? (
        <Notice tone="bad">
          <span role="alert">
            {t('Metadata may have {most} at most. These have {size}.', {
              most: formatBytes(mostBytes),
              size: formatBytes(bytes),
            })}
          </span>
        </Notice>
      ) : null}
      <NewsOf form={{ news }} />
      <div className="wrap">
        <Button size="sm" icon="plus" onPress={add}>
          {t('Add a value')}
        </Button>
        {rows.length === 0 && !isChanged ? null : (
          <Button
            type="submit"
            size="sm"
            look="primary"
            isDisabled={!isChanged || isTooLarge}
            isPending={isPending}
          >
            {t('Save metadata')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The edited metadata of a picture, which is saved as one object. */
function useMetadata(asset: Asset) {
  const { isPending, run } = usePending()
  const [problems, setProblems] = useState(noProblems)
  const { base, content, news, setContent, save } = useDraft<readonly Row[]>(asset, {
    draftOf,
    rebased,
    changeOf: (draft) => ({ metadata: metadataOf(draft.content) }),
    withValue,
  })
  return {
    rows: content,
    setRows: (change: (rows: readonly Row[]) => readonly Row[]) => {
      setProblems(noProblems)
      setContent(change)
    },
    isPending,
    problems,
    save: () => {
      const wrong = problemsOfRows(content)
      setProblems({ rows: wrong, whole: null })
      if (wrong.size > 0) return
      run(() => save().catch((problem) => setProblems(problemsOfAnswer(content, problem))))
    },
    isChanged: metadataOf(content) !== metadataOf(rowsOf(base.metadata)),
    news,
  }
}
