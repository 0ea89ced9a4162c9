import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '../backends/installed.js'
import { ProgramGroup } from '../process/group.js'
import { cacheFolder } from '../workspace.js'
import { fetchWithApt, sharedLibraryFolders } from './apt.js'

type Log = (line: string) => void

/** Whether this system's packages can be had without installing them. */
export const hasApt = (): boolean => findOnPath('apt-get', process.env.PATH) !== null

/**
 * The files of a Debian package and of those of its dependencies that the machine lacks, unpacked
 * into a folder of the clone. Fetched once; nothing is installed.
 *
 * @param parts packages that have to lie beside it, whether or not the machine has them.
 * @returns the folder that stands for `/`.
 * @throws with apt's last lines when the package cannot be had.
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

/** Several suites may fetch at once; what one of them has put in place, another may be reading. */
function moveIfFirst(own: string, folder: string): void {
  try {
    renameSync(own, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(own, { recursive: true })
  }
}

/** A program of the system, and the environment that it needs to run. */
export type SystemProgram = { program: string; env: NodeJS.ProcessEnv }

/**
 * A program on PATH or, where it has none, from a Debian package, unpacked.
 *
 * @throws one sentence when neither is to be had.
 */
export async function findProgram(
  { name, packageName }: { name: string; packageName: string },
  log: Log,
): Promise<SystemProgram> {
  // An ordinary user's PATH leaves out where Debian puts servers.
  const installed = findOnPath(name, `${process.env.PATH}:/usr/sbin`)
  if (installed !== null) return { program: installed, env: {} }
  if (!hasApt()) throw new Error(`PATH has no ${name}; install it and start again`)
  const root = await unpackDebianPackage(packageName, log)
  const program = findOnPath(name, ['bin', 'sbin'].map((at) => join(root, 'usr', at)).join(':'))
  if (program === null) throw new Error(`the package ${packageName} in ${root} has no ${name}`)
  return { program, env: { LD_LIBRARY_PATH: sharedLibraryFolders(root).join(':') } }
}
