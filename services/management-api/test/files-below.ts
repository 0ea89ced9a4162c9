import { readdir } from 'node:fs/promises'

/** The names of the files in the per-process folders below the upload folder. */
export async function filesBelow(uploadDir: string): Promise<string[]> {
  const entries = await readdir(uploadDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.parentPath !== uploadDir).map(({ name }) => name)
}
