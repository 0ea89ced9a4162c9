import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** A lock that this process has. */
export type Lock = { release(): Promise<void> }
/** The process that has the lock. */
export type Owner = { pid: number }

/** Removing a lock takes some milliseconds; a guard that is older is of a process that was killed. */
const guardMs = 10_000
const pollMs = 5

/**
 * A lock file with the pid of its owner. One whose process does not run any more is taken over, and so is one
 * older than `staleMs`. Processes in different containers do not see each other: they must not share it.
 */
export async function tryLock(
  path: string,
  staleMs = Number.POSITIVE_INFINITY,
): Promise<Lock | Owner> {
  const own = `${process.pid} ${crypto.randomUUID()}`
  for (;;) {
    if (await create(path, own)) return { release: () => release(path, own) }
    const pid = await ownerOf(path)
    if (pid === null) continue
    if (!(await isStale(path, pid, staleMs))) return { pid }
    await removeStale(path, staleMs)
  }
}

/** By a link, so that a lock always has its owner in it. */
async function create(path: string, owner: string): Promise<boolean> {
  const own = `${path}.${crypto.randomUUID()}`
  await writeFile(own, owner, { mode: 0o600 })
  try {
    await link(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

/** An owner that took longer than the lock lasts may have lost it. */
async function release(path: string, own: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === own) await rm(path, { force: true })
}

/** One process at a time, because another one could remove the lock of the process that took over. */
async function removeStale(path: string, staleMs: number): Promise<void> {
  const guard = `${path}.guard`
  if (!(await create(guard, String(process.pid)))) {
    if ((await ageOf(guard)) > guardMs) await rm(guard, { force: true })
    await setTimeout(pollMs)
    return
  }
  try {
    const pid = await ownerOf(path)
    if (pid !== null && (await isStale(path, pid, staleMs))) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

const isStale = async (path: string, pid: number, staleMs: number): Promise<boolean> =>
  !isRunning(pid) || (await ageOf(path)) > staleMs

/** null if there is no lock. */
async function ownerOf(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found === null ? 0 : Date.now() - found.mtimeMs
}

/** Signal 0 tests whether a process exists. One of another user cannot be signalled, and runs. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
