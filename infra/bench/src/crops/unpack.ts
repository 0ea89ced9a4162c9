import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Package } from './photographs.js'

const run = promisify(execFile)

/**
 * Downloads a package without its dependencies and unpacks it into the folder. Nothing is installed. Debian
 * keeps one version for each release, so another than the listed one may come; the files' hashes decide.
 */
export async function unpack({ registry, name, version }: Package, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (registry === 'npm') {
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder])
    await run('tar', ['-xzf', fileIn(folder, '.tgz'), '-C', folder, '--no-same-owner'])
  } else {
    // Root would run the download as the user _apt, who may not enter this folder.
    await run('apt-get', ['download', '-o', 'APT::Sandbox::User=root', name], { cwd: folder })
    await run('dpkg-deb', ['--extract', fileIn(folder, '.deb'), folder])
  }
}

function fileIn(folder: string, ending: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith(ending))
  if (name === undefined || !existsSync(join(folder, name))) {
    throw new Error(`no file *${ending} was downloaded to ${folder}`)
  }
  return join(folder, name)
}
