import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reconcile } from '../../controls/reconcile.ts'
import { usePending } from '../../forms/use-pending.ts'
import { foldersQuery } from '../../server/folders.ts'
import type { Asset } from '../queries.ts'
import { changeOf, type Fields, fieldsOf, shownOf, valuesOf, withValue } from './fields.ts'
import { useDraft } from './use-draft.ts'

/** The edited fields of a picture, and saving those that differ. */
export function useTexts(asset: Asset) {
  const { data: folders = [] } = useQuery(foldersQuery(asset.projectId))
  const { isPending, run } = usePending()
  const [error, setError] = useState<unknown>(null)
  const { base, content, news, setContent, save } = useDraft<Fields>(asset, {
    draftOf: (state) => ({ base: state, content: fieldsOf(state), choices: [] }),
    rebased: (draft, now) => {
      const [before, after] = [shownOf(draft.base, folders), shownOf(now, folders)]
      const { taken, choices } = reconcile(before, after, valuesOf(draft.content))
      const merged = taken.reduce(
        (all, { name, value }) => withValue(all, name, value),
        draft.content,
      )
      return { base: now, content: merged, choices }
    },
    changeOf: (draft) => changeOf(draft.base, draft.content),
    withValue,
  })
  return {
    fields: content,
    set: (changed: Partial<Fields>) => setContent((fields) => ({ ...fields, ...changed })),
    isPending,
    error,
    save: () =>
      run(() => {
        setError(null)
        return save().catch(setError)
      }),
    isChanged: Object.keys(changeOf(base, content)).length > 0,
    news,
  }
}
