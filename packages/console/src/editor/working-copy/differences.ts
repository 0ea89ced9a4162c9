import { type Fields, type Item, isEqual } from './fields.ts'
import { keysOf, movedKeys } from './order.ts'

export type ValueDifference = {
  readonly part: 'name' | 'slug' | 'layout' | 'config' | 'theme'
  readonly key: string
  readonly from: unknown
  readonly to: unknown
}

export type Differences = {
  readonly values: readonly ValueDifference[]
  readonly added: readonly Item[]
  readonly removed: readonly Item[]
  readonly moved: readonly Item[]
  /** With other texts or links. */
  readonly edited: readonly Item[]
}

function valueDifferences(from: Fields, to: Fields): ValueDifference[] {
  const found: ValueDifference[] = []
  for (const part of ['name', 'slug', 'layout'] as const) {
    if (from[part] !== to[part]) found.push({ part, key: '', from: from[part], to: to[part] })
  }
  for (const part of ['config', 'theme'] as const) {
    const keys = new Set([from, to].flatMap((fields) => Object.keys(fields[part])))
    for (const key of keys) {
      const [before, after] = [from[part][key], to[part][key]]
      if (!isEqual(before, after)) found.push({ part, key, from: before, to: after })
    }
  }
  return found
}

export function differencesOf(from: Fields, to: Fields): Differences {
  const before = new Map(from.items.map((item) => [item.key, item]))
  const after = new Set(keysOf(to.items))
  const moved = movedKeys(keysOf(from.items), keysOf(to.items))
  return {
    values: valueDifferences(from, to),
    added: to.items.filter(({ key }) => !before.has(key)),
    removed: from.items.filter(({ key }) => !after.has(key)),
    moved: to.items.filter(({ key }) => moved.has(key)),
    edited: to.items.filter((item) => {
      const former = before.get(item.key)
      return former !== undefined && !isEqual(former, item)
    }),
  }
}

export const countOf = ({ values, added, removed, moved, edited }: Differences): number =>
  values.length + added.length + removed.length + moved.length + edited.length
