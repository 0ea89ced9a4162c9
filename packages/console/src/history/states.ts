import type { Schemas } from '@vitrine/sdk'

export type Item = Schemas['WidgetItem']
type Fields = Readonly<Record<string, unknown>>

/** The state that a restore brings back. Whether the widget is live is not part of it. */
export type State = {
  name: string
  slug: string
  layout: string
  config: Fields
  theme: Fields
  assetIds: readonly string[]
  /** Null: no picture has a text or a link of its own. */
  items: readonly Item[] | null
}

/**
 * The former and the new value of each field, and of each key of `config` and `theme`. A list may have only the
 * places that were removed, whose pictures are deleted and cannot be restored.
 */
type Changes = Readonly<Record<string, unknown>>
type Pair = { from?: unknown; to?: unknown }

const plain = ['name', 'slug', 'layout', 'assetIds', 'items'] as const
const keyed = ['config', 'theme'] as const

/** Entries of older releases have no video. */
const hasText = ({ caption, altText, link, video = null }: Item): boolean =>
  caption !== null || altText !== null || link !== null || video !== null

type Whole = Omit<State, 'items'> & { items: readonly Item[] }

export const stateOf = ({ name, slug, layout, config, theme, assetIds, items }: Whole): State => ({
  name,
  slug,
  layout,
  config,
  theme,
  assetIds,
  items: items.some(hasText) ? items : null,
})

/** The state before a change, by the state after it. */
export function undo(state: State, changes: Changes): State {
  const before: Record<string, unknown> = { ...state }
  for (const field of plain) {
    const change = changes[field] as Pair | undefined
    if (change !== undefined && 'from' in change)
      before[field] = change.from ?? (field === 'items' ? null : [])
  }
  for (const field of keyed) {
    const values = new Map(Object.entries(state[field]))
    for (const [key, pair] of Object.entries((changes[field] ?? {}) as Record<string, Pair>)) {
      if ('from' in pair) values.set(key, pair.from)
      else values.delete(key)
    }
    before[field] = Object.fromEntries(values)
  }
  return before as State
}

/** The state right after the entry of that index, of all entries from the newest on. */
export const stateAfter = (
  now: State,
  entries: readonly { changes: Changes }[],
  index: number,
): State => entries.slice(0, index).reduce((state, { changes }) => undo(state, changes), now)

const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other)

/** JSON, with the keys of objects in order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export type Restoration = {
  /** The body of the PUT, without the fields that would not change. */
  body: Record<string, unknown>
  /** Pictures that are gone and stay out. */
  gone: number
}

/** @param exists whether the project still has the picture. */
export function restorationOf(
  now: State,
  then: State,
  exists: (assetId: string) => boolean,
): Restoration {
  const body: Record<string, unknown> = {}
  for (const field of ['name', 'slug', 'layout', 'config', 'theme'] as const) {
    if (!isSame(now[field], then[field])) body[field] = then[field]
  }
  const places = listOf(then)
  const items = places.filter(({ assetId }) => exists(assetId))
  if (!isSame(listOf(now), items)) body.items = items
  return { body, gone: places.length - items.length }
}

/** Its places with their texts. */
const listOf = ({ assetIds, items }: State): readonly Item[] =>
  items?.map((item) => ({ ...item, video: item.video ?? null })) ??
  assetIds.map((assetId) => ({ assetId, caption: null, altText: null, link: null, video: null }))
