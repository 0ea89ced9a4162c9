import type { Schemas } from '@vitrine/sdk'

export type Widget = Schemas['Widget']
export type Layout = Widget['layout']
export type Values = Readonly<Record<string, unknown>>
export type Link = { url: string; newTab: boolean }
/** The page of a video, of which the picture is the poster. */
export type Video = { url: string }

/** A place of the list. Null: the text of the picture, or no link. */
export type Item = {
  /** Stays the same while the list is edited: a picture may be in it more than once. */
  readonly key: string
  readonly assetId: string
  readonly caption: string | null
  readonly altText: string | null
  readonly link: Link | null
  readonly video: Video | null
}

/** The fields of a widget that the editor can change. */
export type Fields = {
  readonly name: string
  readonly slug: string
  readonly layout: Layout
  readonly config: Values
  readonly theme: Values
  readonly items: readonly Item[]
}

/** The first key of a picture that the list does not have. */
export function newKey(usedKeys: ReadonlySet<string>, assetId: string): string {
  for (let n = 0; ; n += 1) {
    const key = `${assetId}.${n}`
    if (!usedKeys.has(key)) return key
  }
}

export function fieldsOf({ name, slug, layout, config, theme, items }: Widget): Fields {
  const usedKeys = new Set<string>()
  const keyed = items.map((item): Item => {
    const key = newKey(usedKeys, item.assetId)
    usedKeys.add(key)
    return { key, ...item }
  })
  return { name, slug, layout, config: config as Values, theme: theme as Values, items: keyed }
}

/** Compares JSON values. The order of keys does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [left, right] = [one as Values, other as Values]
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
  )
}

type Given = Omit<Item, 'key'>

const withoutKeys = (items: readonly Item[]): Given[] => items.map(({ key: _, ...item }) => item)

/** The fields that a PUT has to send, and no others, so that changes by other people are kept. */
export type Change = Partial<Omit<Fields, 'items'>> & { items?: Given[] }

export function changeOf(base: Fields, mine: Fields): Change {
  const change: Record<string, unknown> = {}
  for (const key of ['name', 'slug', 'layout', 'config', 'theme'] as const) {
    if (!isEqual(base[key], mine[key])) change[key] = mine[key]
  }
  const items = withoutKeys(mine.items)
  if (!isEqual(withoutKeys(base.items), items)) change.items = items
  return change as Change
}

export const isSameContent = (one: Fields, other: Fields): boolean =>
  one === other || Object.keys(changeOf(one, other)).length === 0
