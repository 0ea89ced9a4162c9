import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from '../backends/installed.js'
import { sharedLibraryFolders } from './apt.js'
import { hasApt, unpackDebianPackage } from './index.js'

/** What the program is called by distributions. */
const names = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * A Chromium for tests in a browser: the one in the environment, one on PATH, or Debian's package,
 * unpacked into a folder of the clone.
 *
 * @returns the path of a program.
 * @throws one sentence when there is none.
 */
export async function findChromium(log: (line: string) => void): Promise<string> {
  const { CHROMIUM_PATH, PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  for (const name of names) {
    const installed = findOnPath(name, PATH)
    if (installed !== null) return installed
  }
  if (!hasApt()) {
    throw new Error('PATH has no Chromium; install it, or set CHROMIUM_PATH to its program')
  }
  return wrap(await unpackDebianPackage('chromium', log, ['chromium-common']))
}

/** The package's own script looks for all of it below /usr. */
function wrap(root: string): string {
  const wrapper = join(root, 'chromium')
  const program = join(root, 'usr/lib/chromium/chromium')
  if (!existsSync(program)) throw new Error(`the package chromium in ${root} has no Chromium`)
  const libraries = sharedLibraryFolders(root).join(':')
  const script = ['#!/bin/sh', `LD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"`, '']
  writeFileSync(wrapper, script.join('\n'))
  chmodSync(wrapper, 0o755)
  return wrapper
}
