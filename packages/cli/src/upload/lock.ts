import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError, exitCodes } from '../failure.js'

/**
 * A lock that lasts as long as the process: one of a killed process is taken over.
 *
 * @returns what releases it.
 * @throws CommandError if a running process has it.
 */
export async function acquire(path: string): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  for (;;) {
    if (await create(path)) return () => rm(path, { force: true })
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    if (isRunning(owner)) {
      const message = `Process ${owner} uploads into this project. Wait until it ends.`
      throw new CommandError(message, exitCodes.refused)
    }
    await rm(path, { force: true })
  }
}

/** By a link, so that a lock always has its owner in it. */
async function create(path: string): Promise<boolean> {
  const own = `${path}.${process.pid}`
  await writeFile(own, String(process.pid), { mode: 0o600 })
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
