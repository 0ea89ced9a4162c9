import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostileFile } from './hostile-file.js'

/**
 * Gives the folder that stands for `/` below which the package's files are, or null where there are
 * no such packages.
 */
export type UnpackPackage = (name: string) => Promise<string | null>

/**
 * Inputs that broke decoders of others, and a picture of each of many types: by Debian's package,
 * the folder that they are in.
 */
const folders = {
  'libjxl-testdata': 'usr/share/libjxl-testdata',
  'afl++-doc': 'usr/share/doc/afl++-doc/afl/testcases/images',
}

/**
 * Every file of the corpora, one at a time; none of those that cannot be had. Packages that are
 * installed are not unpacked.
 */
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
