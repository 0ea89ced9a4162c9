type Fields = Readonly<Record<string, unknown>>

/** Fields whose values are objects with keys of their own. */
const keyed = ['config', 'theme', 'metadata']

/** Replaces the former and the new value of an object by those of each key that differs. */
export function changesPerKey(changes: Fields): Record<string, unknown> {
  const entries = Object.entries(changes)
  return Object.fromEntries(
    entries.map(([name, change]) => [name, keyed.includes(name) ? differingKeys(change) : change]),
  )
}

function differingKeys(change: unknown): Record<string, unknown> {
  const { from, to } = change as { from: Fields | null; to: Fields | null }
  const [before, after] = [new Map(Object.entries(from ?? {})), new Map(Object.entries(to ?? {}))]
  const keys = new Set([...before.keys(), ...after.keys()])
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = {
        ...(before.has(key) && { from: before.get(key) }),
        ...(after.has(key) && { to: after.get(key) }),
      }
      return JSON.stringify(value.from) === JSON.stringify(value.to) ? [] : [[key, value]]
    }),
  )
}
