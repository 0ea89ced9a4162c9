import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostileFile } from './hostile-file.js'

/** Returns the root folder below which the files of the package are; null if there are no such packages. */
export type UnpackPackage = (name: string) => Promise<string | null>

/**
 * Debian packages with inputs that broke other decoders and pictures of many types, and the folder
 * of each.
 */
const folders = {
  'libjxl-testdata': 'usr/share/libjxl-testdata',
  'afl++-doc': 'usr/share/doc/afl++-doc/afl/testcases/images',
}

/** Every file of the available corpora, one at a time. Installed packages are not unpacked. */
export async function* corpora(unpack: UnpackPackage): AsyncGenerator<HostileFile> {
  for (const [name, folder] of Object.entries(folders)) {
    const root = existsSync(join('/', folder)) ? '/' : await unpack(name)
    if (root === null) continue
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((candidate) => candidate.isFile())) {
      const bytes = await readFile(join(entry.parentPath, entry.name))
      yield { name: `${name}: ${entry.name}`, bytes }
    }
  }
}
