import { execFileSync } from 'node:child_process'

/*
 * A program that looks for its parts below /usr, as WebKitGTK does, runs from an unpacked package with
 * that package's /usr laid over the system's. Only the program sees that: it gets a mount namespace,
 * which Linux gives to root, and to other users together with a user namespace.
 */

/** `unshare` and its arguments up to the program's name; the unpacked files are in `root`. */
function overlayCommand(root: string): string[] {
  const namespaces =
    process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const mount = `mount -t overlay overlay -o "lowerdir=${root}/usr:/usr" /usr`
  return ['unshare', ...namespaces, 'sh', '-c', `${mount} && exec "$0" "$@"`]
}

/** Whether this machine allows such namespaces: containers often do not. */
export function canOverlay(root: string): boolean {
  const [command = '', ...args] = overlayCommand(root)
  try {
    execFileSync(command, [...args, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A shell script that runs the program of this name with its parts. */
export function overlayScript(root: string, name: string): string {
  const words = [...overlayCommand(root), name].map((word) => `'${word}'`)
  return `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`
}
