import { toast, toastError } from '../controls/toast.tsx'
import type { AssetChange } from '../server/assets.ts'
import { takeBack } from './former-values.ts'
import type { Asset } from './queries.ts'

/** A message about a changed picture, with a button that undoes the change. @param change the fields that were sent. */
export const toastChange = (
  words: string,
  { before, after, change }: { before: Asset; after: Asset; change: AssetChange },
): void =>
  toast(words, {
    undo: () =>
      void takeBack({ before, after }, Object.keys(change) as (keyof AssetChange)[]).catch(
        toastError,
      ),
  })
