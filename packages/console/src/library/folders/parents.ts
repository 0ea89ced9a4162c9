import type { Folder } from '../queries.ts'

/** The folders that may contain a folder: all but itself and those below it. */
export const parentsFor = (folder: Folder, folders: readonly Folder[]): Folder[] =>
  folders.filter(({ id, path }) => id !== folder.id && !path.startsWith(`${folder.path}/`))
