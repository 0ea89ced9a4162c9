import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createQueue, type SessionStore, type Tokens } from '../session/store.js'
import { withFileLock } from './file-lock.js'

/**
 * For command lines: a file that only its owner can read. It is replaced as a whole, so that a reader never
 * finds a part of it. A lock file beside it lets one process at a time refresh.
 */
export function fileStore(path: string): SessionStore {
  const queue = createQueue()
  return {
    read: async () => {
      try {
        return JSON.parse(await readFile(path, 'utf8')) as Tokens
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new Error(
          `The session in ${path} cannot be read; delete the file and log in again.`,
          {
            cause: error,
          },
        )
      }
    },
    write: async (tokens) => {
      if (tokens === null) return rm(path, { force: true })
      await makeFolder(path)
      const next = `${path}.${process.pid}.${crypto.randomUUID()}`
      await writeFile(next, JSON.stringify(tokens), { mode: 0o600, flush: true })
      await rename(next, path)
    },
    exclusive: (work) =>
      queue(async () => {
        await makeFolder(path)
        return withFileLock(`${path}.lock`, work)
      }),
  }
}

const makeFolder = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 })
