/* The programs of this folder run in a browser. Each starts one peer's carousel in its page. */

/** @throws if the page has no such element. */
export function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`the page has no ${selector}`)
  return element
}

const { interval, stopOptions } = find('#peer').dataset

export const intervalMs = Number(interval)
/** Whether to set the options that stop the rotation, if there are any. */
export const setsStopOptions = stopOptions !== undefined
