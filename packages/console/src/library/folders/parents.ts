import type { Folder } from '../queries.ts'

/** Where a folder may be: anywhere but in itself and what is below it. */
export const parentsFor = (folder: Folder, folders: readonly Folder[]): Folder[] =>
  folders.filter(({ id, path }) => id !== folder.id && !path.startsWith(`${folder.path}/`))
