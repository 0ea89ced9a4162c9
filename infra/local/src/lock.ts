import { linkSync, rmSync } from 'node:fs'
import { readLivePid, writePidFile } from './process/pid-file.js'

/**
 * Acquires the lock. A lock whose owner is dead is replaced.
 *
 * @returns a function that releases the lock.
 * @throws an error naming the owner if it is alive.
 */
export function takeLock(file: string, what: string): () => void {
  const own = `${file}.${process.pid}`
  writePidFile(own, process.pid)
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      // A hard link is created with its content, so a partly written lock is never visible.
      if (tryLink(own, file)) return () => rmSync(file, { force: true })
      const owner = readLivePid(file)
      if (owner !== null) {
        throw new Error(
          `${what} is already in use by process ${owner}; stop that one first (lock file: ${file})`,
        )
      }
      rmSync(file, { force: true })
    }
    throw new Error(`the lock file ${file} keeps changing; try again`)
  } finally {
    rmSync(own, { force: true })
  }
}

function tryLink(source: string, target: string): boolean {
  try {
    linkSync(source, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
