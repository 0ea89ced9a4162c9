import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reconcile, type Shown } from '../../controls/reconcile.ts'
import { foldersQuery } from '../../server/folders.ts'
import { isStale } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import { readAgain, updateAsset } from '../commands.ts'
import type { Asset } from '../queries.ts'
import { toastChange } from '../toast-change.ts'
import { changeOf, type Fields, fieldsOf, shownOf, valuesOf, withValue } from './fields.ts'

type Draft = { base: Asset; fields: Fields; choices: readonly Shown[] }

/**
 * The edited fields of a picture, and saving those that differ. Changes by others are taken over as they come; of
 * a field that both have changed differently, the person sees theirs.
 */
export function useTexts(asset: Asset) {
  const { data: folders = [] } = useQuery(foldersQuery(asset.projectId))
  const [draft, setDraft] = useState<Draft>(() => draftOf(asset))
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const rebased = ({ base, fields }: Draft, now: Asset): Draft => {
    const mine = valuesOf(fields)
    const { taken, choices } = reconcile(shownOf(base, folders), shownOf(now, folders), mine)
    const merged = taken.reduce((all, { name, value }) => withValue(all, name, value), fields)
    return { base: now, fields: merged, choices }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of the picture alone.
  useEffect(() => {
    if (asset.revision > draft.base.revision) setDraft((before) => rebased(before, asset))
  }, [asset.revision])

  const send = async (from: Draft): Promise<Draft> => {
    try {
      const change = changeOf(from.base, from.fields)
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
    setPending(true)
    setError(null)
    try {
      setDraft(await send(draft))
    } catch (problem) {
      setError(problem)
    } finally {
      setPending(false)
    }
  }
  const { base, fields, choices } = draft
  const set = (changed: Partial<Fields>) =>
    setDraft((before) => ({ ...before, fields: { ...before.fields, ...changed } }))
  return {
    fields,
    set,
    isPending,
    error,
    save,
    isChanged: Object.keys(changeOf(base, fields)).length > 0,
    news: choices.map(({ name, label, value, words = value }) => ({
      name,
      label,
      words,
      onTake: () =>
        setDraft((before) => ({
          ...before,
          fields: withValue(before.fields, name, value),
          choices: before.choices.filter((one) => one.name !== name),
        })),
    })),
  }
}

const draftOf = (base: Asset): Draft => ({ base, fields: fieldsOf(base), choices: [] })
