import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedLibraryFolders } from './apt.js'

/** Writes an executable script into an unpacked root and returns its path. */
export function writeWrapper(root: string, name: string, script: string): string {
  const wrapper = join(root, name)
  writeFileSync(wrapper, script)
  chmodSync(wrapper, 0o755)
  return wrapper
}

/** Packages with private library folders, which programs expect below /usr. */
const ownFolders = ['pulseaudio']

/**
 * A script that runs a program of an unpacked root with the libraries unpacked next to it.
 *
 * @throws a one-sentence error if the root has no such program.
 */
export function libraryScript(root: string, path: string): string {
  const program = join(root, path)
  if (!existsSync(program)) throw new Error(`the packages in ${root} have no ${path}`)
  const folders = sharedLibraryFolders(root)
  const own = folders.flatMap((folder) => ownFolders.map((name) => join(folder, name)))
  const libraries = [...folders, ...own].join(':')
  return `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`
}
