/** A file and the folders it was dropped with, such as `Summer/Beach`. */
export type Dropped = { file: File; path: string }

/** Files that systems put into folders beside people's files. */
export const isClutter = (name: string): boolean =>
  name.startsWith('.') || /^(?:thumbs\.db|desktop\.ini|__macosx)$/i.test(name)

/** `readEntries` gives 100 at a time, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const fileOf = (entry: FileSystemEntry): Promise<File> =>
  new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))

/** Stands for what the browser cannot read: it fails by its name, beside the files that are sent. */
const unreadable = ({ name }: FileSystemEntry, path: string): Dropped[] => [
  { file: new File([], name), path },
]

async function walk(entry: FileSystemEntry, path: string): Promise<Dropped[]> {
  if (isClutter(entry.name)) return []
  if (entry.isFile) {
    return fileOf(entry).then(
      (file) => [{ file, path }],
      () => unreadable(entry, path),
    )
  }
  const entries = await entriesOf(entry as FileSystemDirectoryEntry).catch(() => null)
  if (entries === null) return unreadable(entry, path)
  const below = path === '' ? entry.name : `${path}/${entry.name}`
  const found: Dropped[] = []
  for (const one of entries) found.push(...(await walk(one, below)))
  return found
}

/** All files of a drop, folders included. Call it in the event itself: the list is empty after it. */
export async function filesOfDrop(data: DataTransfer): Promise<Dropped[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return filesOfList([...data.files])
  return (await Promise.all(entries.map((entry) => walk(entry, '')))).flat()
}

export const filesOfList = (files: readonly File[]): Dropped[] =>
  files.flatMap((file) => {
    const folders = file.webkitRelativePath.split('/').slice(0, -1)
    return [...folders, file.name].some(isClutter) ? [] : [{ file, path: folders.join('/') }]
  })
