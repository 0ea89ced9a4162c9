import { toast, toastProblem } from '../../controls/toast.tsx'
import { isStale, wordsOf } from '../../server/error-words.ts'
import { t } from '../../words/words.ts'
import { updateFolder } from '../commands.ts'
import { sayKept } from '../former-values.ts'
import type { Folder } from '../queries.ts'

/** A message about a folder that was renamed or moved, with a button that undoes it. */
export function toastFolder(before: Folder, after: Folder): void {
  const { name, parentId } = before
  const undo = () =>
    void updateFolder(after, { name, parentId }).catch((error: unknown) =>
      toastProblem(isStale(error) ? sayKept() : wordsOf(error)),
    )
  toast(parentId === after.parentId ? t('Renamed.') : t('Moved.'), { undo })
}
