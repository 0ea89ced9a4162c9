import { useState } from 'react'
import { toast, toastProblem } from '../controls/toast.tsx'
import { sayFailed } from '../server/bulk.ts'
import { wordsOf } from '../server/error-words.ts'
import { Refusal } from '../server/refusal.ts'
import { t } from '../words/words.ts'
import { type BulkStep, changeMany } from './commands.ts'
import type { AssetFilter } from './conditions.ts'
import type { Selection } from './grid/selection.ts'
import { mostIds, targetOf } from './target.ts'
import { undoOf } from './undo.ts'

type Options = {
  projectId: string
  filter: AssetFilter
  total: number
  selection: Selection
  clear(): void
}

const showProblem = (error: unknown): void => toastProblem(wordsOf(error))

/** Changes the selected pictures. */
export function useBulk({ projectId, filter, total, selection, clear }: Options) {
  const [progress, setProgress] = useState<number | null>(null)
  const target = targetOf(selection, filter, total)
  const run = async (step: BulkStep, done: string) => {
    if (target === null)
      throw new Refusal(
        t('At most {most} pictures can be taken out of all. Filter them first.', {
          most: mostIds,
        }),
      )
    setProgress(0)
    try {
      const undo = await undoOf(projectId, target, step)
      const failed = await changeMany(projectId, target, step, setProgress)
      const offer = undo === null ? {} : { undo: () => void undo().catch(showProblem) }
      if (failed > 0) toastProblem(sayFailed(failed), offer)
      else toast(done, offer)
      clear()
    } finally {
      setProgress(null)
    }
  }
  return { progress, run }
}
