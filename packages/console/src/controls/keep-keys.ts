import { useLayoutEffect } from 'react'
import { overlay } from './key-targets.ts'

/** Keys without a character that a dialog or menu acts on. */
const named = new Set([
  'Enter',
  'Escape',
  'Tab',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
])

/** Frames in which a dialog that is there takes the focus; one that could not be loaded never does. */
const patience = 60

/** Frames after which the focus stays: a dialog that is replaced gives it back for a moment. */
const stillFrames = 3

/** Parts that are being loaded. */
let waiting = 0
/** Changes with each part that begins or ends to load, so that an older `giveBack` ends. */
let turn = 0
let kept: KeyboardEvent[] = []
/** The dialog or menu that had the focus before. */
let former: Element | null = null

const focusedOverlay = (): Element | null => document.activeElement?.closest(overlay) ?? null

const hasArrived = (): boolean => ![null, former].includes(focusedOverlay())

const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')

function keep(event: KeyboardEvent): void {
  const { key, isTrusted, repeat } = event
  // Those that are given back, and letters that an input method composes, pass.
  if (!isTrusted || ['Shift', 'Control', 'Alt', 'Meta', 'Process', 'Dead'].includes(key)) return
  if (key === 'Escape' && focusedOverlay() !== null) {
    kept = []
    return
  }
  event.stopImmediatePropagation()
  if (isCommand(event) || (key.length > 1 && !named.has(key))) return
  event.preventDefault()
  // The key that has opened the part may still be down.
  if (!repeat || kept.length > 0) kept.push(event)
}

function moveCaret(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  // Fields of some types, such as those for e-mail addresses, do not say.
  if (start === null || end === null) return
  const to: Record<string, number> = {
    Home: 0,
    End: value.length,
    ArrowLeft: start === end ? Math.max(0, start - 1) : start,
    ArrowRight: start === end ? Math.min(value.length, end + 1) : end,
  }
  const place = to[key]
  if (place !== undefined) field.setSelectionRange(place, place)
}

/** Does what browsers do after a key, which they leave out for events of scripts. */
function complete(target: Element, key: string): void {
  const isField = target.matches('textarea, input:not([type="radio"], [type="checkbox"])')
  if (!isField) {
    if (key === 'Enter' || key === ' ') (target as HTMLElement).click()
    return
  }
  moveCaret(target as HTMLInputElement | HTMLTextAreaElement, key)
  // The one way to type into a field that keeps its undo.
  if (key.length === 1) document.execCommand('insertText', false, key)
  if (key === 'Backspace') document.execCommand('delete')
  if (key === 'Delete') document.execCommand('forwardDelete')
  if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
}

function press({ key, code, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body
  const init = { key, code, shiftKey, bubbles: true, cancelable: true }
  const isUnhandled = target.dispatchEvent(new KeyboardEvent('keydown', init))
  if (isUnhandled) complete(target, key)
  target.dispatchEvent(new KeyboardEvent('keyup', init))
}

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame)

/** Presses the keys once the part has the focus, one a frame, so that each finds what the one before has changed. */
async function giveBack(): Promise<void> {
  turn += 1
  const mine = turn
  let last: Element | null = null
  for (let left = patience, still = 0; left > 0 && still < stillFrames; left -= 1) {
    await frame()
    if (mine !== turn) return
    still = hasArrived() && document.activeElement === last ? still + 1 : 0
    last = document.activeElement
  }
  if (!hasArrived()) kept = []
  for (let event = kept.shift(); event !== undefined; event = kept.shift()) {
    press(event)
    await frame()
    if (mine !== turn) return
  }
  removeEventListener('keydown', keep, true)
}

/**
 * Stands in for a dialog or menu while it is loaded. Keys that are pressed meanwhile do nothing on the page: they are
 * kept, and pressed when the dialog has the focus.
 */
export function KeepKeys(): null {
  useLayoutEffect(() => {
    if (waiting === 0) former = focusedOverlay()
    waiting += 1
    turn += 1
    addEventListener('keydown', keep, true)
    return () => {
      waiting -= 1
      if (waiting === 0) void giveBack()
    }
  }, [])
  return null
}
