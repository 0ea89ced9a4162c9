import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProgramGroup } from '../process/group.js'

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
    ...['-o', `Dir::State=${join(work, 'state')}`, '-o', `Dir::State::lists=${listFolder}`],
    ...['-o', 'Dir::State::status=/var/lib/dpkg/status', '-o', `Dir::Cache=${join(work, 'cache')}`],
    // Root would run the download as the user _apt, who may not enter this folder.
    ...['-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=root', '-qq'],
  ]
  const install = (listFolder: string) =>
    runTool(group, 'apt-get', [
      // Fetched even if the machine has it installed.
      ...['install', '--reinstall', '--download-only', '--yes', '--no-install-recommends'],
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
