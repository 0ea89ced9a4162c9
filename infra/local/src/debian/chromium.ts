import { findOnPath } from '../backends/installed.js'
import { hasApt, libraryScript, unpackDebianPackage, writeWrapper } from './packages.js'

type Log = (line: string) => void
type Kind = { packageName: string; names: readonly string[] }

/** Debian's packages, and the program names used by distributions. */
const whole: Kind = {
  packageName: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome'],
}
const shell: Kind = {
  packageName: 'chromium-headless-shell',
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
}

/**
 * A full Chromium: from the environment, from PATH, or from Debian's package, unpacked into a
 * folder of the clone.
 *
 * @returns the path of a program.
 * @throws a one-sentence error if there is none.
 */
export async function findChromium(log: Log): Promise<string> {
  const installed = findInstalled(whole)
  if (installed !== null) return installed
  if (!hasApt()) {
    throw new Error('PATH has no Chromium; install it, or set CHROMIUM_PATH to its program')
  }
  return unpack(whole, log)
}

/**
 * A Chromium for tests: the headless shell if available, which needs far less CPU time; otherwise
 * the same as `findChromium`.
 */
export async function findHeadlessChromium(log: Log): Promise<string> {
  const installed = findInstalled(shell)
  if (installed !== null) return installed
  return hasApt() ? unpack(shell, log) : findChromium(log)
}

function findInstalled({ names }: Kind): string | null {
  const { CHROMIUM_PATH, PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  for (const name of names) {
    const installed = findOnPath(name, PATH)
    if (installed !== null) return installed
  }
  return null
}

/** The package's own launch script expects its files below /usr. */
async function unpack({ packageName }: Kind, log: Log): Promise<string> {
  const root = await unpackDebianPackage(packageName, log, ['chromium-common'])
  return writeWrapper(root, 'chromium', libraryScript(root, `usr/lib/chromium/${packageName}`))
}
