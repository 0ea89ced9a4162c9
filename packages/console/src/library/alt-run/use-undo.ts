import { useState } from 'react'
import { toastError } from '../../controls/toast.tsx'
import { t } from '../../words/words.ts'
import type { Saved } from './run.ts'
import { loadSaving } from './use-texts.ts'

export type Undo = { words: string; isPending: boolean; run(): void }

/** Undoes the saved texts, the newest first. */
export function useUndo(last: Saved | undefined, onDone: (last: Saved) => void): Undo | null {
  const [isPending, setPending] = useState(false)
  if (last === undefined) return null
  const takeBack = async () => {
    if (isPending) return
    setPending(true)
    await loadSaving()
      .then(({ takeBackText }) => takeBackText(last))
      .then(() => onDone(last), toastError)
      .finally(() => setPending(false))
  }
  const { filename, decorative, altText } = last.after
  const words = decorative
    ? t('{name} is decorative', { name: filename })
    : t('Saved: {text}', { text: altText ?? '' })
  return { words, isPending, run: () => void takeBack() }
}
