/** An action of a person on a cell. `step`: the focus went there, and nothing else was done. */
export type CellAction =
  | 'open'
  | 'look'
  | 'toggle'
  | 'range'
  | 'all'
  | 'delete'
  | 'widget'
  | 'rename'
  | 'clear'
  | 'step'

/**
 * `id` is null while the page of the cell is loaded; `from` is the cell that had the focus before.
 */
export type OnAction = (action: CellAction, index: number, id: string | null, from: number) => void

const actions: ReadonlyMap<string, CellAction> = new Map([
  ['Enter', 'open'],
  [' ', 'look'],
  ['Delete', 'delete'],
  ['w', 'widget'],
  ['F2', 'rename'],
  ['Escape', 'clear'],
])

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean }

export function actionOf({ key, ctrlKey, metaKey }: Pressed): CellAction | undefined {
  if (!ctrlKey && !metaKey) return actions.get(key.length === 1 ? key.toLowerCase() : key)
  if (key.toLowerCase() === 'a') return 'all'
  return key === ' ' ? 'toggle' : undefined
}
