import { copyFile, link, open } from 'node:fs/promises'

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

/** Fills the bytes from a file that is as long. @throws when it is shorter. */
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
