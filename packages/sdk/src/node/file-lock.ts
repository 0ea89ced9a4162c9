import { open, readFile, rm, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/**
 * A lock is held for one call. An older one is of a process that was killed. Two processes that remove it
 * at the same moment both refresh, which the service allows within 10 s.
 */
const staleMs = 60_000
const pollMs = 25

/** Runs one work at a time among all processes that use the same lock file. */
export async function withFileLock<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner = `${process.pid} ${crypto.randomUUID()}`
  while (!(await acquire(path, owner))) {
    await removeStale(path)
    await setTimeout(pollMs)
  }
  try {
    return await work()
  } finally {
    // A work that took longer than a lock lasts may have lost it.
    if ((await readFile(path, 'utf8').catch(() => '')) === owner) await rm(path, { force: true })
  }
}

async function acquire(path: string, owner: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(owner)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function removeStale(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found !== null && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true })
}
