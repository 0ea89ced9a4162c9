import { useLayoutEffect, useRef, useState } from 'react'

const field = ':is(input, textarea):not([type="hidden"], :disabled)'
export const control = `:is(${field}, :is(button, select):not(:disabled), a[href], [tabindex="0"])`

const isReachable = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && element.getClientRects().length > 0

/** The first control of a part; of choices, the chosen one. */
export function firstIn(part: Element | null, selector: string): HTMLElement | undefined {
  const all = [...(part?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(isReachable)
  const [first] = all
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return all.find((one) => one instanceof HTMLInputElement && one.checked) ?? first
}

/** What opened each open dialog and menu, and what that stands in, from the inside to the outside. */
const openers = new WeakMap<Element, readonly Element[]>()

/** The focus returns to the first opener, also if a dialog has replaced another dialog or a menu. */
function openersOf(element: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let one = element; one?.parentElement; one = one.parentElement) {
    const former = openers.get(one)
    if (former !== undefined) return former
    // The root of the page has everything else in it.
    if (one.parentElement !== document.body) found.push(one)
  }
  return found
}

/** For a menu whose entries open dialogs. */
export function useOpener(opener: Element | null) {
  const menu = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (menu.current !== null) openers.set(menu.current, openersOf(opener))
  }, [opener])
  return menu
}

/** What opened a dialog, and the page that it stood in. */
type Opened = { places: readonly Element[]; page: string }

/**
 * Moves the focus to the opener if it is still there, or near its place; to the page if another one has come; not if
 * another element has the focus.
 */
function giveBack(opened: Opened, options?: FocusOptions): void {
  if (document.activeElement === document.body) {
    const places = location.pathname === opened.page ? opened.places : []
    const left = places
      .filter(({ isConnected }) => isConnected)
      .flatMap((place) => {
        const isSame = place instanceof HTMLElement && place.matches(control) && isReachable(place)
        return (isSame ? place : firstIn(place, control)) ?? []
      })
    const [next = document.getElementById('page')] = left
    next?.focus(options)
  }
  giveBackAgain(opened)
}

/**
 * Moves the focus again if its element is removed before the person moves it. A list that is read after a
 * dialog has closed does so.
 */
function giveBackAgain(opened: Opened): void {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return
  const observer = new MutationObserver(() => {
    if (document.activeElement === activeElement) return
    observer.disconnect()
    // The person did not cause this, so the page does not scroll.
    if (!activeElement.isConnected) giveBack(opened, { preventScroll: true })
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/**
 * The focus starts at the first field, or else at the first control of the body. In a question without a field it
 * starts at the button that changes nothing. It goes back to the opener, or near its place if it has gone.
 */
export function useDialogFocus(role: 'dialog' | 'alertdialog') {
  const dialog = useRef<HTMLElement>(null)
  const [opened] = useState(() => ({
    places: openersOf(document.activeElement),
    page: location.pathname,
  }))
  useLayoutEffect(() => {
    const { current } = dialog
    if (current === null) return
    openers.set(current, opened.places)
    if (!current.contains(document.activeElement)) {
      const [body, actions] = ['body', 'actions'].map((part) =>
        current.querySelector(`[data-part="${part}"]`),
      )
      const first = firstIn(body ?? null, role === 'dialog' ? control : field)
      const start = first ?? firstIn(actions ?? null, control)
      start?.focus()
    }
    // The kit gives it back in the next frame.
    return () => void requestAnimationFrame(() => requestAnimationFrame(() => giveBack(opened)))
  }, [role, opened])
  return dialog
}
