import { execFileSync } from 'node:child_process'

/*
 * Some programs, such as WebKitGTK, look for their files below /usr. Such a program is run from an
 * unpacked package with the package's /usr overlaid on the system's. The overlay is visible only to
 * that program: it uses a mount namespace, which Linux grants to root and, together with a user
 * namespace, to other users.
 */

/** The `unshare` command with its arguments up to the program's name; `root` is the unpacked folder. */
function overlayCommand(root: string): string[] {
  const namespaces =
    process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const mount = `mount -t overlay overlay -o "lowerdir=${root}/usr:/usr" /usr`
  return ['unshare', ...namespaces, 'sh', '-c', `${mount} && exec "$0" "$@"`]
}

/** Whether such namespaces are allowed; in containers they often are not. */
export function canOverlay(root: string): boolean {
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
