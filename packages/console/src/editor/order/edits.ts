import type { Fields, Item } from '../working-copy/fields.ts'
import { newKey } from '../working-copy/fields.ts'
import { movedBeside, movedTo } from '../working-copy/order.ts'
import type { Around, Joining } from './drops.ts'

type Edit = (mine: Fields) => Fields
const ofItems =
  (edit: (items: readonly Item[]) => readonly Item[]): Edit =>
  (mine) => ({ ...mine, items: edit(mine.items) })

/** Most pictures that a widget may show. */
export const mostItems = 500

export const moveBeside = (
  keys: ReadonlySet<string>,
  target: string,
  side: 'before' | 'after',
): Edit => ofItems((items) => movedBeside(items, keys, target, side))

export const moveTo = (keys: ReadonlySet<string>, index: number): Edit =>
  ofItems((items) => movedTo(items, keys, index))

export const remove = (keys: ReadonlySet<string>): Edit =>
  ofItems((items) => items.filter(({ key }) => !keys.has(key)))

export const editItem = (key: string, change: Partial<Item>): Edit =>
  ofItems((items) => items.map((item) => (item.key === key ? { ...item, ...change } : item)))

/** At the end. Pictures beyond the limit are left out. */
export const add = (assetIds: readonly string[]): Edit =>
  ofItems((items) => {
    const usedKeys = new Set(items.map(({ key }) => key))
    const added = assetIds.slice(0, Math.max(0, mostItems - items.length)).map((assetId): Item => {
      const key = newKey(usedKeys, assetId)
      usedKeys.add(key)
      return { key, assetId, caption: null, altText: null, link: null, video: null }
    })
    return [...items, ...added]
  })

/** The place of a dropped picture: beside the others of its drop, or at the end. */
function placeIn(items: readonly Item[], { earlier, later }: Around): number {
  const before = items.findLastIndex(({ assetId }) => earlier.has(assetId))
  if (before >= 0) return before + 1
  const after = items.findIndex(({ assetId }) => later.has(assetId))
  return after >= 0 ? after : items.length
}

/** Pictures of dropped files, each at its place. Pictures beyond the limit are left out. */
export const join = (joining: readonly Joining[]): Edit =>
  ofItems((items) =>
    joining.reduce<readonly Item[]>((all, { id: assetId, around }) => {
      if (all.length >= mostItems) return all
      const key = newKey(new Set(all.map((item) => item.key)), assetId)
      const item: Item = { key, assetId, caption: null, altText: null, link: null, video: null }
      return all.toSpliced(placeIn(all, around()), 0, item)
    }, items),
  )
