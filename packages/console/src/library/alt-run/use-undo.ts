import { toastError } from '../../controls/toast.tsx'
import { usePending } from '../../forms/use-pending.ts'
import { t } from '../../words/words.ts'
import type { Saved } from './run.ts'
import { loadSaving } from './use-texts.ts'

export type Undo = { words: string; isPending: boolean; run(): void }

/** Undoes the saved texts, the newest first. */
export function useUndo(last: Saved | undefined, onDone: (last: Saved) => void): Undo | null {
  const { isPending, run } = usePending()
  if (last === undefined) return null
  const takeBack = () =>
    loadSaving()
      .then(({ takeBackText }) => takeBackText(last))
      .then(() => onDone(last), toastError)
  const { filename, decorative, altText } = last.after
  const words = decorative
    ? t('{name} is decorative', { name: filename })
    : t('Saved: {text}', { text: altText ?? '' })
  return { words, isPending, run: () => run(takeBack) }
}
