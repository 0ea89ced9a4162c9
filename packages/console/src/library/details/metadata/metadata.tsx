import { useEffect, useState } from 'react'
import { Button } from '../../../controls/button.tsx'
import { NewsOf } from '../../../controls/form.tsx'
import { Notice } from '../../../controls/notice.tsx'
import { isStale } from '../../../words/errors.ts'
import { formatBytes } from '../../../words/formats.ts'
import { t } from '../../../words/words.ts'
import { readAgain, updateAsset } from '../../commands.ts'
import type { Asset } from '../../queries.ts'
import { toastChange } from '../../toast-change.ts'
import detailsCss from '../details.module.css'
import { type Draft, draftOf, noProblems, problemsOfAnswer, rebased } from './draft.ts'
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
        if (isChanged && !isPending && !isTooLarge) void save()
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
      <div className={detailsCss.tools}>
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
  const [draft, setDraft] = useState<Draft>(() => draftOf(asset))
  const [isPending, setPending] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of the picture alone.
  useEffect(() => {
    if (asset.revision > draft.base.revision) setDraft((before) => rebased(before, asset))
  }, [asset.revision])

  const send = async (from: Draft): Promise<Draft> => {
    try {
      const change = { metadata: metadataOf(from.rows) }
      const after = await updateAsset(from.base, change)
      toastChange(t('Saved.'), { before: from.base, after, change })
      return draftOf(after)
    } catch (problem) {
      if (!isStale(problem)) throw problem
      const next = rebased(from, await readAgain(from.base))
      return next.choices.length > 0 ? next : send(next)
    }
  }
  const save = async () => {
    const wrong = problemsOfRows(draft.rows)
    setProblems({ rows: wrong, whole: null })
    if (wrong.size > 0) return
    setPending(true)
    try {
      setDraft(await send(draft))
    } catch (problem) {
      setProblems(problemsOfAnswer(draft.rows, problem))
    } finally {
      setPending(false)
    }
  }
  const { base, rows, choices } = draft
  const setRows = (change: (rows: readonly Row[]) => readonly Row[]) => {
    setProblems(noProblems)
    setDraft((before) => ({ ...before, rows: change(before.rows) }))
  }
  return {
    rows,
    setRows,
    isPending,
    problems,
    save,
    isChanged: metadataOf(rows) !== metadataOf(rowsOf(base.metadata)),
    news: choices.map(({ name, label, value, words = value }) => ({
      name,
      label,
      words,
      onTake: () =>
        setDraft((before) => ({
          ...before,
          rows: withValue(before.rows, name, value),
          choices: before.choices.filter((one) => one.name !== name),
        })),
    })),
  }
}
