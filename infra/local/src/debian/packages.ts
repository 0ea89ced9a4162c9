import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findOnPath } from '../backends/installed.js'
import { ProgramGroup } from '../process/group.js'
import { cacheFolder } from '../workspace.js'

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

/**
 * Unpacks Debian packages and their missing dependencies into a folder. Needs no root: apt runs
 * with its own state directory and installs nothing.
 *
 * @throws an error with apt's last lines if the packages are unavailable.
 */
export async function fetchWithApt(
  packageNames: readonly string[],
  folder: string,
  group: ProgramGroup,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}.incomplete-`)
  try {
    await download(packageNames, work, group)
    const archives = join(work, 'cache/archives')
    const root = join(work, 'root')
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
      await runTool(group, 'dpkg-deb', ['--extract', join(archives, name), root])
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(root, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Tries the machine's package lists first and downloads new ones if they are missing or outdated. */
async function download(
  packageNames: readonly string[],
  work: string,
  group: ProgramGroup,
): Promise<void> {
  const lists = join(work, 'state/lists')
  for (const path of [lists, join(work, 'cache/archives')]) {
    mkdirSync(join(path, 'partial'), { recursive: true })
  }
  const options = (listFolder: string) => [
    '-o',
    `Dir::State=${join(work, 'state')}`,
    '-o',
    `Dir::State::lists=${listFolder}`,
    '-o',
    'Dir::State::status=/var/lib/dpkg/status',
    '-o',
    `Dir::Cache=${join(work, 'cache')}`,
    // Root would run the download as the user _apt, who may not enter this folder.
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=root',
    '-qq',
  ]
  const install = (listFolder: string) =>
    runTool(group, 'apt-get', [
      // Fetched even if the machine has it installed.
      'install',
      '--reinstall',
      '--download-only',
      '--yes',
      '--no-install-recommends',
      ...options(listFolder),
      ...packageNames,
    ])
  try {
    await install('/var/lib/apt/lists')
  } catch (error) {
    if (group.isStopped) throw error
    await runTool(group, 'apt-get', ['update', ...options(lists)])
    await install(lists)
  }
}

async function runTool(group: ProgramGroup, command: string, args: string[]): Promise<void> {
  const { PATH, HOME, http_proxy, https_proxy } = process.env
  const env = { PATH, HOME, http_proxy, https_proxy, LC_ALL: 'C' }
  await group.run({ name: command, command, args, env })
}

/** Library folders such as `usr/lib/x86_64-linux-gnu`, below an unpacked root. */
export function sharedLibraryFolders(root: string): string[] {
  return ['usr/lib', 'lib']
    .map((name) => join(root, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => /-linux-\w+$/.test(folder))
}

/** Writes an executable script into an unpacked root and returns its path. */
export function writeWrapper(root: string, name: string, script: string): string {
  const wrapper = join(root, name)
  writeFileSync(wrapper, script)
  chmodSync(wrapper, 0o755)
  return wrapper
}

/** Packages with private library folders, which programs expect below /usr. */
const ownFolders = ['pulseaudio']

/**
 * A script that runs a program of an unpacked root with the libraries unpacked next to it.
 *
 * @throws a one-sentence error if the root has no such program.
 */
export function libraryScript(root: string, path: string): string {
  const program = join(root, path)
  if (!existsSync(program)) throw new Error(`the packages in ${root} have no ${path}`)
  const folders = sharedLibraryFolders(root)
  const own = folders.flatMap((folder) => ownFolders.map((name) => join(folder, name)))
  const libraries = [...folders, ...own].join(':')
  return `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`
}
