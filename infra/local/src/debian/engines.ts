import { execFileSync } from 'node:child_process'
import { findOnPath } from '../backends/installed.js'
import { hasApt, libraryScript, unpackDebianPackage, writeWrapper } from './packages.js'

type Log = (line: string) => void

/**
 * Firefox and WebKit, Safari's engine, for test suites: from the environment, from PATH, or from
 * Debian's packages, fetched once. Missing engines are reported, and their suites then fail.
 *
 * @returns environment variables with the paths of their programs.
 */
export async function findEngines(log: Log): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const find of [findFirefox, findWebKit]) {
    try {
      Object.assign(found, await find(log))
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
  }
  return found
}

async function findFirefox(log: Log): Promise<Record<string, string>> {
  const { FIREFOX_PATH, PATH } = process.env
  const installed =
    FIREFOX_PATH || findOnPath('firefox-esr', PATH) || findOnPath('firefox', PATH) || null
  if (installed !== null) return { FIREFOX_PATH: installed }
  if (!hasApt()) throw new Error('PATH has no Firefox: install it, or set FIREFOX_PATH')
  const root = await unpackDebianPackage('firefox-esr', log)
  const script = libraryScript(root, 'usr/lib/firefox-esr/firefox-esr')
  return { FIREFOX_PATH: writeWrapper(root, 'firefox', script) }
}

/** WebKitGTK needs its driver and a virtual display. */
const webkitPackages = ['webkit2gtk-driver', 'xvfb'] as const

async function findWebKit(log: Log): Promise<Record<string, string>> {
  const installed = findInstalledWebKit()
  if (installed !== null) return installed
  if (!hasApt()) {
    throw new Error(
      'PATH has no WebKitWebDriver and Xvfb: install WebKitGTK, or set WEBKIT_DRIVER_PATH and XVFB_PATH',
    )
  }
  const [driver, display] = webkitPackages
  const root = await unpackDebianPackage(driver, log, [display])
  if (canOverlay(root)) {
    const wrap = (name: string) => writeWrapper(root, name, overlayScript(root, name))
    return { WEBKIT_DRIVER_PATH: wrap('WebKitWebDriver'), XVFB_PATH: wrap('Xvfb') }
  }
  if (process.getuid?.() !== 0) {
    const command = `apt-get install ${webkitPackages.join(' ')}`
    throw new Error(`WebKit cannot run without being installed here: as root, ${command}`)
  }
  log(`installing ${webkitPackages.join(' and ')} (once)`)
  const install = ['install', '--yes', '--no-install-recommends', ...webkitPackages]
  execFileSync('apt-get', install, { stdio: ['ignore', 'ignore', 'pipe'] })
  const found = findInstalledWebKit()
  if (found === null) throw new Error(`${webkitPackages.join(' and ')} have no WebKitWebDriver`)
  return found
}

function findInstalledWebKit(): Record<string, string> | null {
  const { WEBKIT_DRIVER_PATH, XVFB_PATH, PATH } = process.env
  const driver = WEBKIT_DRIVER_PATH || findOnPath('WebKitWebDriver', PATH)
  const display = XVFB_PATH || findOnPath('Xvfb', PATH)
  if (!driver || !display) return null
  return { WEBKIT_DRIVER_PATH: driver, XVFB_PATH: display }
}

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
