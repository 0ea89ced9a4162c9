import { setTimeout } from 'node:timers/promises'
import { tryLock } from './lock.js'

/** A lock is held for one call, so an older one is of a process that hangs. */
const staleMs = 60_000
const pollMs = 25

/** Runs one work at a time among all processes that use the same lock file. */
export async function withFileLock<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
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
