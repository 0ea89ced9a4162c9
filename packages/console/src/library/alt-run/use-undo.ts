import { useState } from 'react'
import { toastError } from '../../controls/toast.tsx'
import { t } from '../../words/words.ts'
import type { Run } from './run.ts'
import { takeBackText } from './save-text.ts'

export type Undo = { words: string; isPending: boolean; run(): void }

/** Undoes the saved texts, the newest first. */
export function useUndo(run: Run | null, onDone: () => void): Undo | null {
  const [isPending, setPending] = useState(false)
  const last = run?.saved.at(-1)
  if (last === undefined) return null
  const takeBack = async () => {
    if (isPending) return
    setPending(true)
    await takeBackText(last)
      .then(onDone, toastError)
      .finally(() => setPending(false))
  }
  const { filename, decorative, altText } = last.after
  const words = decorative
    ? t('{name} is decorative', { name: filename })
    : t('Saved: {text}', { text: altText ?? '' })
  return { words, isPending, run: () => void takeBack() }
}
