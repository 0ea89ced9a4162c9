import { copyFile, link } from 'node:fs/promises'

const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EIO']
const named = new RegExp(`^(${diskCodes.join('|')}): `)

/**
 * The file system refused: full, read-only, or its folder gone. Told by the message too, for an
 * error that comes from another process has nothing else.
 */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  (diskCodes.includes(String((error as NodeJS.ErrnoException).code)) || named.test(error.message))

/**
 * The same bytes under another name; a copy where the file system can't share them. Whoever wrote to
 * one of the two would change both.
 */
export async function cloneFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(from, to)
  }
}
