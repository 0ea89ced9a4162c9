import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'

/** The names of the files in the per-process folders below the upload folder. */
export async function filesBelow(uploadDir: string): Promise<string[]> {
  const entries = await entriesBelow(uploadDir)
  return entries.filter((entry) => entry.parentPath !== uploadDir).map(({ name }) => name)
}

/** A folder may be removed by its process while it is read. Then everything is read again. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path !== folder) return entriesBelow(folder)
    throw error
  }
}
