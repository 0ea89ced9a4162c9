import type { LibrarySearch } from './search.ts'

/** The conditions of the API's list and of its bulk changes. */
export type AssetFilter = {
  q?: string
  folderId?: string
  alt?: NonNullable<LibrarySearch['alt']>
  unused?: boolean
  duplicates?: boolean
  minBytes?: number
  tag?: string[]
}

export const filterOf = ({
  q,
  folder,
  alt,
  unused,
  duplicates,
  minBytes,
  tag,
}: LibrarySearch): AssetFilter => ({
  ...(q !== undefined && { q }),
  ...(folder !== undefined && { folderId: folder }),
  ...(alt !== undefined && { alt }),
  ...(unused !== undefined && { unused }),
  ...(duplicates !== undefined && { duplicates }),
  ...(minBytes !== undefined && { minBytes }),
  ...(tag !== undefined && { tag: [tag] }),
})

/** Why a list may have no pictures: its conditions, its folder, or a library without any. */
export function emptinessOf(search: LibrarySearch): 'no match' | 'root' | 'folder' | 'library' {
  const { folderId, ...conditions } = filterOf(search)
  if (Object.keys(conditions).length > 0) return 'no match'
  if (folderId === undefined) return 'library'
  return folderId === 'root' ? 'root' : 'folder'
}
