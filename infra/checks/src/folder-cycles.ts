/** An import between files, as paths relative to the root. */
type Import = { from: string; to: string }

export const folderCycles = {
  name: 'no-folder-cycles',
  comment: 'Folders form a tree: two that need each other are one concept, or hide a third one.',
}

const sources = /^(?:services|packages)\/[^/]+\/src\//

/**
 * Finds the imports by which two folders of the same folder import each other, directly or through others. An import
 * counts for all folders around its ends, up to the one that has both. (dependency-cruiser's own rule for folders
 * compares only the folders that hold the two files.)
 *
 * @returns one import for each pair of folders on a cycle.
 */
export function findFolderCycles(imports: readonly Import[]): Import[] {
  const between = new Map<string, Map<string, Map<string, Import>>>()
  for (const found of imports) {
    const pair = siblingsOf(found)
    if (pair === null) continue
    const folders = entry(between, pair.parent, () => new Map<string, Map<string, Import>>())
    entry(
      entry(folders, pair.from, () => new Map()),
      pair.to,
      () => found,
    )
  }
  return [...between.values()].flatMap((folders) =>
    [...folders].flatMap(([from, targets]) =>
      [...targets].flatMap(([to, found]) => (leadsTo(folders, to, from) ? [found] : [])),
    ),
  )
}

/** The two folders that the ends of an import are in, side by side; null if there are none. */
function siblingsOf({ from, to }: Import) {
  if (!sources.test(from) || !sources.test(to)) return null
  const [left, right] = [from.split('/'), to.split('/')]
  const depth = left.findIndex((part, i) => part !== right[i])
  const [one, other] = [left[depth], right[depth]]
  const areFolders = depth < left.length - 1 && depth < right.length - 1
  if (!areFolders || one === undefined || other === undefined) return null
  return { parent: left.slice(0, depth).join('/'), from: one, to: other }
}

function leadsTo(
  folders: ReadonlyMap<string, ReadonlyMap<string, Import>>,
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return [...(folders.get(from)?.keys() ?? [])].some((next) => leadsTo(folders, next, to, seen))
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
