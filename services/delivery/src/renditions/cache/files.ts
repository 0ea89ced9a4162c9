import { copyFile, link, open } from 'node:fs/promises'
import { claimProcessFolder } from '@vitrine/imaging'

/** Creates an empty folder for this process below `root`; see `claimProcessFolder`. */
export const claimFolder = (root: string): Promise<string> => claimProcessFolder(root, 'delivery')

const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EIO']
const diskMessage = new RegExp(`^(${diskCodes.join('|')}): `)

/**
 * Whether the file system failed: full, read-only, or its folder removed. An error from another
 * process has no code, so its message is checked as well.
 */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  (diskCodes.includes(String((error as NodeJS.ErrnoException).code)) ||
    diskMessage.test(error.message))

/**
 * Gives a file a second name, or copies it if the file system cannot link. Neither name may be written
 * to afterwards: a write would change both.
 */
export async function cloneFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(from, to)
  }
}

/** Fills a buffer from a file of the same length. @throws if the file is shorter. */
export async function readInto(bytes: Buffer, path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled)
      if (bytesRead === 0) throw new Error(`${path} has ${filled} bytes instead of ${bytes.length}`)
      filled += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}
