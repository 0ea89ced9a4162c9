import { join, relative } from 'node:path'
import { pages, surroundings } from './pages.mjs'

const root = join(import.meta.dirname, '..')
const source = (id) => relative(root, id).replaceAll('\\', '/')

/** The sources that a module needs before it runs. Those of packages come along with the ones that import them. */
function neededBy(id, context, seen = new Set()) {
  if (seen.has(id) || !source(id).startsWith('src/')) return seen
  seen.add(id)
  for (const one of context.getModuleInfo(id)?.importedIds ?? []) neededBy(one, context, seen)
  return seen
}

/** How often each source is needed. An entry has a file of its own, which the others load or not. */
function countNeeds(entries, context) {
  const counts = new Map()
  for (const entry of entries) {
    const needed = neededBy(join(root, entry), context)
    needed.delete(join(root, entry))
    for (const id of needed) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

const sourcesOf = (isBehind) =>
  pages.filter(({ isBehindSignIn }) => isBehindSignIn === isBehind).map(({ source }) => source)

const table = ['src/main.tsx', 'src/routes.tsx']

/** Modules of the table of the pages, and those that a page before the sign-in shares with others. */
const isStart = (context) => {
  const [before, frame] = [countNeeds(sourcesOf(false), context), countNeeds(surroundings, context)]
  return new Map([
    ...countNeeds(table, context),
    ...[...before].filter(([id, count]) => count > 1 || frame.has(id)),
  ])
}

/** Modules of the frame of the pages behind the sign-in, and those that a quarter of the pages need. */
const isAround = (context) => {
  const sources = sourcesOf(true)
  return new Map([
    ...countNeeds(surroundings, context),
    ...[...countNeeds(sources, context)].filter(([, count]) => count >= sources.length / 4),
  ])
}

/** A group of those that the graph of the sources names. */
function grouped(name, find) {
  let found
  return {
    debugName: name,
    test: /\/src\//,
    name: (id, context) => {
      found ??= find(context)
      return found.has(id) ? name : null
    },
  }
}

/**
 * The files of the scripts. Few, because small files compress badly, and a browser loads six at once without
 * HTTP/2. Earlier groups count first.
 */
export const groups = () => [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store)|@lingui\/core)\//,
  },
  // With the styles that name the order of the layers, which must come first.
  grouped('start', isStart),
  grouped('around', isAround),
]
