import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of the files in the per-process folders below the upload folder. */
export async function filesBelow(uploadDir: string): Promise<string[]> {
  const entries = await entriesBelow(uploadDir)
  return entries.filter((entry) => entry.parentPath !== uploadDir).map(({ name }) => name)
}

/** The same without those of jobs, which may be the jobs of other suites. */
export async function uploadsBelow(uploadDir: string): Promise<string[]> {
  const isOfJob = ({ parentPath, name }: Dirent) => join(parentPath, name).includes('/renditions-')
  const entries = await entriesBelow(uploadDir)
  return entries
    .filter((entry) => entry.parentPath !== uploadDir && !isOfJob(entry))
    .map(({ name }) => name)
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
