import { countOf, type Differences, differencesOf } from './differences.ts'
import { type Fields, fieldsOf, type Item, isEqual, type Values, type Widget } from './fields.ts'
import { keysOf, movedKeys, withMoved } from './order.ts'

/** The changes of other people since the copy was made. */
export type News = { readonly authors: readonly string[]; readonly differences: Differences }

/** Null if nothing differs that the editor shows. */
export function newsOf({ base }: { base: Fields }, theirs: Widget): News | null {
  const differences = differencesOf(base, fieldsOf(theirs))
  return countOf(differences) === 0 ? null : { authors: [], differences }
}

/** A field that both have changed, in different ways. Undefined: not set, or removed. */
export type Conflict = {
  readonly id: string
  readonly part: 'name' | 'slug' | 'layout' | 'config' | 'theme' | 'item' | 'order'
  /** A key of `config` or `theme`, or the key of the item. */
  readonly key: string
  /** The item's text or link that differs; null if one side removed the item. */
  readonly field: ItemField | null
  readonly mine: unknown
  readonly theirs: unknown
}

const itemFields = ['caption', 'altText', 'link', 'video'] as const
export type ItemField = (typeof itemFields)[number]

export type Merged = { fields: Fields; conflicts: readonly Conflict[] }

type Place = Pick<Conflict, 'part' | 'key' | 'field'>

/** One value of three. If both have changed it differently, it is mine, and a conflict is noted. */
function pick<Value>(
  place: Place,
  [base, mine, theirs]: readonly [unknown, Value, Value],
  conflicts: Conflict[],
): Value {
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine
  if (isEqual(base, mine)) return theirs
  const id = [place.part, place.key, place.field].filter(Boolean).join('.')
  conflicts.push({ ...place, id, mine, theirs })
  return mine
}

/** Three-way, by key: what only one has changed counts; what both have changed is a conflict. */
export function merge(base: Fields, mine: Fields, theirs: Fields): Merged {
  const conflicts: Conflict[] = []
  const plain = <Part extends 'name' | 'slug' | 'layout'>(part: Part): Fields[Part] =>
    pick({ part, key: '', field: null }, [base[part], mine[part], theirs[part]], conflicts)
  const values = (part: 'config' | 'theme'): Values => {
    const keys = new Set([mine, theirs].flatMap((fields) => Object.keys(fields[part])))
    const entries = [...keys].map((key): [string, unknown] => [
      key,
      pick(
        { part, key, field: null },
        [base[part][key], mine[part][key], theirs[part][key]],
        conflicts,
      ),
    ])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  const fields: Fields = {
    name: plain('name'),
    slug: plain('slug'),
    layout: plain('layout'),
    config: values('config'),
    theme: values('theme'),
    items: mergeItems([base.items, mine.items, theirs.items], conflicts),
  }
  return { fields, conflicts }
}

type Lists = readonly [base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]]

function mergeItems([base, mine, theirs]: Lists, conflicts: Conflict[]): Item[] {
  const [before, here, there] = [base, mine, theirs].map(
    (items) => new Map(items.map((item) => [item.key, item])),
  ) as [Map<string, Item>, Map<string, Item>, Map<string, Item>]
  const kept = new Map<string, Item>()
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const item = mergeItem([before.get(key), here.get(key), there.get(key)], conflicts)
    if (item !== null) kept.set(key, item)
  }
  const order = mergeOrder([keysOf(base), keysOf(mine), keysOf(theirs)], kept, conflicts)
  return order.flatMap((key) => kept.get(key) ?? [])
}

/** An item that one side has removed and the other has changed stays until a person chooses. */
function mergeItem(
  [base, mine, theirs]: readonly [Item | undefined, Item | undefined, Item | undefined],
  conflicts: Conflict[],
): Item | null {
  if (mine === undefined || theirs === undefined) {
    const left = mine ?? theirs
    if (left === undefined) return null
    if (base === undefined) return left
    if (isEqual(base, left)) return null
    const place = { part: 'item', key: left.key, field: null } as const
    conflicts.push({ ...place, id: `item.${left.key}`, mine, theirs })
    return left
  }
  const texts = itemFields.map((field) => [
    field,
    pick(
      { part: 'item', key: mine.key, field },
      [base?.[field] ?? null, mine[field], theirs[field]],
      conflicts,
    ),
  ])
  const merged: Item = { ...mine, ...Object.fromEntries(texts) }
  return isEqual(merged, mine) ? mine : merged
}

type Orders = readonly [base: string[], mine: string[], theirs: string[]]

function mergeOrder(
  [base, mine, theirs]: Orders,
  kept: ReadonlyMap<string, Item>,
  conflicts: Conflict[],
): string[] {
  const [myMoves, theirMoves] = [movedKeys(base, mine), movedKeys(base, theirs)]
  const [isMine, isTheirs] = [new Set(mine), new Set(theirs)]
  const common = (keys: readonly string[]) =>
    keys.filter((key) => isMine.has(key) && isTheirs.has(key))
  const isContested = [...myMoves].some((key) => theirMoves.has(key))
  if (isContested && !isEqual(common(mine), common(theirs))) {
    const place = { part: 'order', key: '', field: null } as const
    conflicts.push({ ...place, id: 'order', mine, theirs })
  }
  const movers = mine.filter((key) => kept.has(key) && (myMoves.has(key) || !isTheirs.has(key)))
  const order = theirs.filter((key) => kept.has(key))
  return withMoved(order, mine, new Set(movers))
}

/** The fields with a choice made. */
export function withChoice(fields: Fields, conflict: Conflict, side: 'mine' | 'theirs'): Fields {
  const { part, key, field } = conflict
  const value = conflict[side]
  // They have my value already, or a newer one.
  const isMine = side === 'mine' && part !== 'order' && (part !== 'item' || field !== null)
  if (isMine) return fields
  if (part === 'config' || part === 'theme') {
    const { [key]: _, ...rest } = fields[part]
    return { ...fields, [part]: value === undefined ? rest : { ...rest, [key]: value } }
  }
  if (part === 'order') {
    const wanted = value as string[]
    const byKey = new Map(fields.items.map((item) => [item.key, item]))
    const movers = new Set(wanted.filter((one) => byKey.has(one)))
    const order = withMoved(keysOf(fields.items), wanted, movers)
    return { ...fields, items: order.flatMap((one) => byKey.get(one) ?? []) }
  }
  if (part !== 'item') return { ...fields, [part]: value }
  const items = fields.items.flatMap((item) => {
    if (item.key !== key) return [item]
    if (field !== null) return [{ ...item, [field]: value }]
    return value === undefined ? [] : [value as Item]
  })
  return { ...fields, items }
}
