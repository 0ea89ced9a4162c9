import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '../backends/installed.js'
import { ProgramGroup } from '../process/group.js'
import { cacheFolder } from '../workspace.js'
import { fetchWithApt, sharedLibraryFolders } from './apt.js'

type Log = (line: string) => void

/** Whether Debian packages can be downloaded on this system. */
export const hasApt = (): boolean => findOnPath('apt-get', process.env.PATH) !== null

/**
 * Unpacks a Debian package and its missing dependencies into a folder of the clone. Fetched once;
 * nothing is installed.
 *
 * @param parts packages to unpack next to it, even if the machine has them installed.
 * @returns the folder that stands for `/`.
 * @throws an error with apt's last lines if the package is unavailable.
 */
export async function unpackDebianPackage(
  name: string,
  log: Log,
  parts: readonly string[] = [],
): Promise<string> {
  const folder = join(cacheFolder, 'debian', name)
  if (existsSync(folder)) return folder
  log(`fetching ${name} from the packages of the system (once)`)
  const work = mkdtempSync(join(tmpdir(), 'vitrine-apt-'))
  const group = new ProgramGroup({ logs: work, pids: work })
  const own = `${folder}.${process.pid}`
  try {
    await fetchWithApt([name, ...parts], own, group)
    moveIfFirst(own, folder)
    return folder
  } finally {
    await group.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Several suites may fetch at once. A folder in place is not replaced, as another suite may be
 * reading it.
 */
function moveIfFirst(own: string, folder: string): void {
  try {
    renameSync(own, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(own, { recursive: true })
  }
}

/** A program of the system and the environment it needs. */
export type SystemProgram = { program: string; env: NodeJS.ProcessEnv }

/**
 * Finds a program on PATH or else unpacks it from a Debian package.
 *
 * @throws a one-sentence error if neither is available.
 */
export async function findProgram(
  { name, packageName }: { name: string; packageName: string },
  log: Log,
): Promise<SystemProgram> {
  // An ordinary user's PATH lacks the folders in which Debian puts servers.
  const installed = findOnPath(name, `${process.env.PATH}:/usr/sbin`)
  if (installed !== null) return { program: installed, env: {} }
  if (!hasApt()) throw new Error(`PATH has no ${name}; install it and start again`)
  const root = await unpackDebianPackage(packageName, log)
  const program = findOnPath(name, ['bin', 'sbin'].map((at) => join(root, 'usr', at)).join(':'))
  if (program === null) throw new Error(`the package ${packageName} in ${root} has no ${name}`)
  return { program, env: { LD_LIBRARY_PATH: sharedLibraryFolders(root).join(':') } }
}
