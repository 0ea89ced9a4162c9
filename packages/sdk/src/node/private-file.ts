import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createQueue, type SessionStore, type Tokens } from '../session/store.js'
import { tryLock } from './lock.js'

export type PrivateFile<Value> = {
  /** null if there is no file. */
  read(): Promise<Value | null>
  /** null removes the file. */
  write(value: Value | null): Promise<void>
  /** Runs one work at a time among all processes that use the file. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * JSON in a file that only its owner can read. It is replaced as a whole, so that a reader never finds a
 * part of it. A lock file beside it makes processes take turns.
 */
export function privateFile<Value>(path: string): PrivateFile<Value> {
  const queue = createQueue()
  return {
    read: async () => {
      try {
        return JSON.parse(await readFile(path, 'utf8')) as Value
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        const message = `${path} cannot be read; delete it and log in again.`
        throw new Error(message, { cause: error })
      }
    },
    write: async (value) => {
      if (value === null) return rm(path, { force: true })
      await makeFolder(path)
      const next = `${path}.${process.pid}.${crypto.randomUUID()}`
      await writeFile(next, JSON.stringify(value), { mode: 0o600, flush: true })
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

/** A lock is held for one call, so an older one is of a process that hangs. */
const staleMs = 60_000
const pollMs = 25

/** Runs one work at a time among all processes that use the same lock file. */
async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  let lock = await tryLock(path, staleMs)
  while (!('release' in lock)) {
    await setTimeout(pollMs)
    lock = await tryLock(path, staleMs)
  }
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** For command lines: the session in a file that only its owner can read. One process at a time refreshes. */
export const fileStore = (path: string): SessionStore => privateFile<Tokens>(path)
