import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const host = hostname().replace(/[^\w.-]/g, '_')
/** Distinguishes this process from an earlier one with the same id: in a container each has id 1. */
const thisProcess = randomBytes(4).toString('hex')
let claimed = 0

/**
 * A new, empty folder of this process below `root`, which is created if it does not exist. Folders that
 * killed processes of this host have left are removed; those of running processes stay.
 *
 * @param service the beginning of the folders' names.
 * @throws the file system's own error when the folder cannot be created.
 */
export async function claimProcessFolder(root: string, service: string): Promise<string> {
  const prefix = `vitrine-${service}-${host}-`
  await mkdir(root, { recursive: true })
  await removeLeftovers(root, prefix)
  claimed += 1
  const folder = join(root, `${prefix}${process.pid}-${thisProcess}-${claimed}`)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

async function removeLeftovers(root: string, prefix: string): Promise<void> {
  const leftovers = (await readdir(root)).filter((name) => isLeftover(name, prefix))
  // A folder of another user stays; another process that starts may be removing the same ones.
  await Promise.allSettled(leftovers.map((name) => rm(join(root, name), { recursive: true })))
}

function isLeftover(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false
  const [pid, owner] = name.slice(prefix.length).split('-')
  if (pid === undefined || !/^\d+$/.test(pid)) return false
  return Number(pid) === process.pid ? owner !== thisProcess : !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
