import { type RefObject, useEffect, useEffectEvent } from 'react'
import { namedPaste } from './pasted.ts'

/** A paste into a field belongs to it, and a page below a dialog takes none. */
const isTaken = (target: EventTarget | null, zone: HTMLElement | null): boolean =>
  zone === null ||
  zone.closest('[inert], [aria-hidden="true"]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')))

/** The files that are pasted, wherever the focus is: without one the event is the document's. */
export function usePaste(
  zone: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || isTaken(event.target, zone.current)) return
    event.preventDefault()
    const now = new Date()
    onFiles(files.map((file, index) => namedPaste(file, now, index)))
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
