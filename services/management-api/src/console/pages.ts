import { type ConsoleFile, indexPath } from './build.js'

const anyOne = /^\$/

/** Whether a path has the form of an address of the console: `p/$projectId/library`. */
function matches(address: readonly string[], path: readonly string[]): boolean {
  if (address.length !== path.length) return false
  return address.every((part, index) => part === path[index] || (anyOne.test(part) && path[index]))
}

/**
 * Finds the page of a path. All pages are the same but for their heads, which name the files that the address
 * needs, so that the browser loads them at once. A path that no page has gets the one without those files.
 */
export function createPages(
  files: ReadonlyMap<string, ConsoleFile>,
): (path: string) => ConsoleFile {
  const index = files.get(indexPath)
  if (index === undefined) throw new Error(`the console has no ${indexPath}`)
  const pages = [...files.values()].flatMap((file) =>
    (file.addresses ?? []).map((address) => ({ address: address.split('/'), file })),
  )
  return (path) => {
    const parts = path.split('/')
    return pages.find(({ address }) => matches(address, parts))?.file ?? index
  }
}
