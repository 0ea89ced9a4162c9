import { useEffect, useState } from 'react'
import type { Shown } from '../../controls/reconcile.ts'
import type { News } from '../../forms/use-form.ts'
import type { AssetChange } from '../../server/assets.ts'
import { isStale } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import { readAgain, updateAsset } from '../commands.ts'
import type { Asset } from '../queries.ts'
import { toastChange } from '../toast-change.ts'

/** An edited part of a picture, the state that it was made from, and the values that others have given to it since. */
export type Draft<Content> = { base: Asset; content: Content; choices: readonly Shown[] }

type Options<Content> = {
  draftOf(base: Asset): Draft<Content>
  /** Takes over the changes by others. A value that both have changed differently is a choice. */
  rebased(draft: Draft<Content>, now: Asset): Draft<Content>
  changeOf(draft: Draft<Content>): AssetChange
  withValue(content: Content, name: string, value: string): Content
}

/** A draft that follows its picture, and saving it. Of a choice the person sees the value of the others. */
export function useDraft<Content>(asset: Asset, options: Options<Content>) {
  const { draftOf, rebased, changeOf, withValue } = options
  const [draft, setDraft] = useState(() => draftOf(asset))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of the picture alone.
  useEffect(() => {
    if (asset.revision > draft.base.revision) setDraft((before) => rebased(before, asset))
  }, [asset.revision])

  const send = async (from: Draft<Content>): Promise<Draft<Content>> => {
    try {
      const change = changeOf(from)
      const after = await updateAsset(from.base, change)
      toastChange(t('Saved.'), { before: from.base, after, change })
      return draftOf(after)
    } catch (problem) {
      if (!isStale(problem)) throw problem
      const next = rebased(from, await readAgain(from.base))
      return next.choices.length > 0 ? next : send(next)
    }
  }
  const news = draft.choices.map(({ name, label, value, words = value }): News => {
    const onTake = () =>
      setDraft((before) => ({
        ...before,
        content: withValue(before.content, name, value),
        choices: before.choices.filter((one) => one.name !== name),
      }))
    return { name, label, words, onTake }
  })
  return {
    ...draft,
    news,
    setContent: (change: (content: Content) => Content) =>
      setDraft((before) => ({ ...before, content: change(before.content) })),
    /** @throws VitrineError if the service refuses it. */
    save: async () => setDraft(await send(draft)),
  }
}
