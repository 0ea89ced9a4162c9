import { findOnPath } from '../backends/installed.js'
import { provideBelowUsr } from './below-usr.js'
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
  const names = ['WebKitWebDriver', 'Xvfb'] as const
  const [driver = '', display = ''] = await provideBelowUsr(names, webkitPackages, log)
  return { WEBKIT_DRIVER_PATH: driver, XVFB_PATH: display }
}

function findInstalledWebKit(): Record<string, string> | null {
  const { WEBKIT_DRIVER_PATH, XVFB_PATH, PATH } = process.env
  const driver = WEBKIT_DRIVER_PATH || findOnPath('WebKitWebDriver', PATH)
  const display = XVFB_PATH || findOnPath('Xvfb', PATH)
  if (!driver || !display) return null
  return { WEBKIT_DRIVER_PATH: driver, XVFB_PATH: display }
}
