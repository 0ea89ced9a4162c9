import { useEffect, useState } from 'react'
import { isStale } from '../../../words/errors.ts'
import { t } from '../../../words/words.ts'
import { readAgain, updateAsset } from '../../commands.ts'
import type { Asset } from '../../queries.ts'
import { toastChange } from '../../toast-change.ts'
import { type Draft, draftOf, noProblems, problemsOfAnswer, rebased } from './draft.ts'
import { metadataOf, problemsOfRows, type Row, rowsOf, withValue } from './rows.ts'

/** The edited metadata of a picture, which is saved as one object. */
export function useMetadata(asset: Asset) {
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
