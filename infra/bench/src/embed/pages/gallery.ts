/* Programs of this folder run in a browser: each starts one peer's carousel in the page around it. */

/** @throws when the page has no such element. */
export function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`the page has no ${selector}`)
  return element
}

const { interval, told } = find('#peer').dataset

export const intervalMs = Number(interval)
/** Whether the options that stop it, as far as there are any, are to be set. */
export const isTold = told !== undefined
