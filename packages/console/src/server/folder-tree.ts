type Placed = { path: string }

/** The folders that may contain a folder: all but itself and those below it. */
export const parentsFor = <Folder extends Placed & { id: string }>(
  folder: Folder,
  folders: readonly Folder[],
): Folder[] =>
  folders.filter(({ id, path }) => id !== folder.id && !path.startsWith(`${folder.path}/`))

const namesOf = ({ path }: Placed): string[] => path.split('/').filter((name) => name !== '')

/** How many folders it is in. */
export const depthOf = (folder: Placed): number => namesOf(folder).length - 1

/** `Tour 9` before `Tour 10`. */
const names = new Intl.Collator(undefined, { numeric: true })

/** Folders of one parent by name. Names that collate as equal are ordered by their characters. */
const compare = (a: string, b: string): number =>
  names.compare(a, b) || (a < b ? -1 : Number(a > b))

/**
 * Each folder right before those in it. Paths as texts have another order: of `Summer`, `Summer 2026` and
 * `Summer/Beach`, a blank is before a slash.
 */
export function inTreeOrder<Folder extends Placed>(folders: readonly Folder[]): Folder[] {
  const sorted = folders.map((folder) => ({ folder, path: namesOf(folder) }))
  sorted.sort((a, b) => {
    const at = a.path.findIndex((name, index) => name !== b.path[index])
    if (at === -1) return a.path.length - b.path.length
    const other = b.path[at]
    return other === undefined ? 1 : compare(a.path[at] ?? '', other)
  })
  return sorted.map(({ folder }) => folder)
}
