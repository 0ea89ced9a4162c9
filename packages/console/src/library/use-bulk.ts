import { useState } from 'react'
import { toast, toastProblem } from '../controls/toast.tsx'
import { say } from '../words/words.ts'
import { type BulkStep, changeMany, type Target } from './commands.ts'
import type { Selection } from './grid/selection.ts'
import type { AssetFilter } from './search.ts'

type Options = {
  projectId: string
  filter: AssetFilter
  total: number
  selection: Selection
  clear(): void
}

/** Changes the selected pictures. */
export function useBulk({ projectId, filter, total, selection, clear }: Options) {
  const [progress, setProgress] = useState<number | null>(null)
  const target: Target | null =
    selection.kind === 'some'
      ? { kind: 'ids', ids: [...selection.ids] }
      : selection.except.size === 0
        ? { kind: 'filter', filter, expectedCount: total }
        : null
  const run = async (step: BulkStep, done: string) => {
    if (target === null)
      throw new Error(say('Take back the exceptions first, or select pictures one by one.'))
    setProgress(0)
    try {
      const failed = await changeMany(projectId, target, step, setProgress)
      if (failed > 0) {
        toastProblem(
          say('{failed, plural, one {# picture was} other {# pictures were}} not changed.', {
            failed,
          }),
        )
      } else toast(done)
      clear()
    } finally {
      setProgress(null)
    }
  }
  return { progress, run }
}
