import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom } from '../random.js'
import { bombs } from './bombs.js'
import { otherTypes, polyglots } from './disguises.js'
import type { HostileFile } from './hostile-file.js'
import { lies } from './lies.js'
import { brokenMetadata } from './metadata.js'
import { structureStarts } from './structures.js'
import { wholeFiles } from './whole-files.js'

/** About 500 files, the same in every run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const files = await wholeFiles()
  return [
    ...[...files].flatMap(([name, bytes]) => [
      ...structuralTruncations(name, bytes),
      ...corruptions(name, bytes, 12),
    ]),
    ...(await lies(files)),
    ...bombs(files),
    ...brokenMetadata(files),
    ...polyglots(files),
    ...(await otherTypes(files)),
  ]
}

/** An intact file of each kind, cut at 18 evenly spaced offsets. */
export async function evenTruncations(): Promise<HostileFile[]> {
  return [...(await wholeFiles())].flatMap(([name, bytes]) => truncations(name, bytes))
}

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

/** A cut this small removes only the end of the last structure, which decoders do not need. */
const negligibleBytes = 16

function cut(name: string, bytes: Buffer, length: number): HostileFile {
  const file = {
    name: `${name}, ${length} of ${bytes.length} bytes`,
    bytes: bytes.subarray(0, length),
  }
  return length < bytes.length - negligibleBytes ? { ...file, code: 'UNSUPPORTED_IMAGE' } : file
}

/** The file cut at 18 evenly spaced offsets. */
const truncations = (name: string, bytes: Buffer): HostileFile[] =>
  Array.from({ length: 18 }, (_, i) => cut(name, bytes, Math.floor((bytes.length * i) / 19)))

/** The file cut before each structure, in its header, and before its end. */
function structuralTruncations(name: string, bytes: Buffer): HostileFile[] {
  const starts = structureStarts(bytes)
  const lengths = starts.flatMap((at, i) => [at, at + 5, (starts[i + 1] ?? bytes.length) - 1])
  return [...new Set(lengths)]
    .filter((length) => length < bytes.length)
    .map((length) => cut(name, bytes, length))
}

/** The file with one byte changed; in half of the files it is among the headers. */
function corruptions(name: string, bytes: Buffer, count: number): HostileFile[] {
  const random = createRandom(1)
  return Array.from({ length: count }, (_, i) => {
    const at = random.int(0, (i < count / 2 ? Math.min(120, bytes.length) : bytes.length) - 1)
    const corrupt = Buffer.from(bytes)
    corrupt[at] = random.int(0, 255)
    return { name: `${name}, byte ${at} is ${corrupt[at]}`, bytes: corrupt }
  })
}
