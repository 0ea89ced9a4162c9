import { readdir } from 'node:fs/promises'

/** The names of the files in the processes' folders below the folder for uploads. */
export async function filesBelow(uploadDir: string): Promise<string[]> {
  const entries = await readdir(uploadDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.parentPath !== uploadDir).map(({ name }) => name)
}
