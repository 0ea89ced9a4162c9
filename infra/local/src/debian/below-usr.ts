import { execFileSync } from 'node:child_process'
import { findOnPath } from '../backends/installed.js'
import { unpackDebianPackage, writeWrapper } from './packages.js'

/*
 * Some programs, such as WebKitGTK and Varnish, look for their files below /usr. Such a program is run from an
 * unpacked package with the package's /usr overlaid on the system's. The overlay is visible only to
 * that program: it uses a mount namespace, which Linux grants to root and, together with a user
 * namespace, to other users.
 */

/**
 * Programs of Debian packages that look for their files below /usr: unpacked once and overlaid; where the system allows no
 * overlay, installed, which needs root.
 *
 * @returns their paths, in the order of the names.
 * @throws a one-sentence error if neither is possible.
 */
export async function provideBelowUsr(
  names: readonly string[],
  packages: readonly [string, ...string[]],
  log: (line: string) => void,
): Promise<string[]> {
  const [main, ...parts] = packages
  const root = await unpackDebianPackage(main, log, parts)
  if (canOverlay(root)) {
    return names.map((name) => writeWrapper(root, name, overlayScript(root, name)))
  }
  if (process.getuid?.() !== 0) {
    const command = `apt-get install ${packages.join(' ')}`
    throw new Error(`${names[0]} cannot run without being installed here: as root, ${command}`)
  }
  log(`installing ${packages.join(' and ')} (once)`)
  const install = ['install', '--yes', '--no-install-recommends', ...packages]
  // Without a run level, the package of a server does not start it.
  const env = { ...process.env, RUNLEVEL: '1' }
  execFileSync('apt-get', install, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return names.map((name) => {
    const installed = findOnPath(name, `${process.env.PATH}:/usr/sbin`)
    if (installed === null) throw new Error(`${packages.join(' and ')} have no ${name}`)
    return installed
  })
}

/** The `unshare` command with its arguments up to the program's name; `root` is the unpacked folder. */
function overlayCommand(root: string): string[] {
  const namespaces =
    process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const mount = `mount -t overlay overlay -o "lowerdir=${root}/usr:/usr" /usr`
  return ['unshare', ...namespaces, 'sh', '-c', `${mount} && exec "$0" "$@"`]
}

/** Whether such namespaces are allowed; in containers they often are not. */
function canOverlay(root: string): boolean {
  const [command = '', ...args] = overlayCommand(root)
  try {
    execFileSync(command, [...args, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A shell script that runs the named program with the overlay. */
export function overlayScript(root: string, name: string): string {
  const words = [...overlayCommand(root), name].map((word) => `'${word}'`)
  return `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`
}
