import { findOnPath } from '../backends/installed.js'
import { hasApt, unpackDebianPackage } from './index.js'
import { libraryScript, writeWrapper } from './wrapper.js'

type Log = (line: string) => void
type Kind = { packageName: string; names: readonly string[] }

/** Debian's packages, and what the programs are called by distributions. */
const whole: Kind = {
  packageName: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome'],
}
const shell: Kind = {
  packageName: 'chromium-headless-shell',
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
}

/**
 * A Chromium as people have it: the one in the environment, one on PATH, or Debian's package,
 * unpacked into a folder of the clone.
 *
 * @returns the path of a program.
 * @throws one sentence when there is none.
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
 * A Chromium for tests: without the browser around its pages, where that can be had, which takes
 * most of the CPU time. Else the same as `findChromium`.
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

/** The package's own script looks for all of it below /usr. */
async function unpack({ packageName }: Kind, log: Log): Promise<string> {
  const root = await unpackDebianPackage(packageName, log, ['chromium-common'])
  return writeWrapper(root, 'chromium', libraryScript(root, `usr/lib/chromium/${packageName}`))
}
