/** Dialogs and menus. Below an open one the page is out of reach. */
export const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"]'

export const isCovered = (): boolean => document.querySelector(overlay) !== null

/** Whether keys that are pressed there are text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))
