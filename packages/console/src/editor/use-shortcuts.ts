import { useEffect } from 'react'
import type { Editing } from './editing.ts'

/** Fields have an undo of their own. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && ['text', 'search'].includes(target.type))

/** Undo and redo by the keyboard; changes of others are read when the page is visible again. */
export function useShortcuts(editing: Editing): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, metaKey, target } = event
      const letter = key.toLowerCase()
      if (!(ctrlKey || metaKey) || isField(target) || !['z', 'y'].includes(letter)) return
      event.preventDefault()
      if (letter === 'y' || shiftKey) editing.redo()
      else editing.undo()
    }
    const onSight = () => {
      // Without a connection the page stays as it is.
      if (document.visibilityState === 'visible') editing.refresh().catch(() => undefined)
    }
    addEventListener('keydown', onKey)
    document.addEventListener('visibilitychange', onSight)
    return () => {
      removeEventListener('keydown', onKey)
      document.removeEventListener('visibilitychange', onSight)
    }
  }, [editing])
}
