import { useEffect } from 'react'

type Acts = { onPalette(): void; onHelp(): void }

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

/** Below an open dialog or menu the page is out of reach. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** The keys of every page: Ctrl K, `/` for the search of the page, and `?`. */
export function useShortcuts({ onPalette, onHelp }: Acts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      const isPalette = isCommand && event.key.toLowerCase() === 'k'
      const isSingle = !isCommand && !event.altKey && !isTyping(event.target) && !isCovered()
      const isSearch = isSingle && event.key === '/'
      const isHelp = isSingle && event.key === '?'
      if (!isPalette && !isSearch && !isHelp) return
      event.preventDefault()
      const search = document.querySelector<HTMLElement>('#page input[type="search"]')
      if (isHelp) onHelp()
      else if (isSearch && search !== null) search.focus()
      else onPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onPalette, onHelp])
}
