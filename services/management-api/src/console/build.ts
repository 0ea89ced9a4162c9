import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type ConsoleFile = {
  path: string
  type: string
  bytes: Buffer
  /** With brotli, as the build has compressed it; null for files that are compressed by themselves. */
  compressed: Buffer | null
  /** Strong; each encoding has its own. */
  etag: string
  /** Paths below `/console/` whose page this is: `p/$projectId/library`. */
  addresses?: readonly string[]
}

type Listed = {
  path: string
  type: string
  sha256: string
  isCompressed: boolean
  addresses?: readonly string[]
}

/** The page of addresses that have none of their own. */
export const indexPath = 'index.html'

/**
 * Reads the files of the console into memory, about 1.5 MB.
 *
 * @throws if it was not built completely.
 */
export function readConsole(): ReadonlyMap<string, ConsoleFile> {
  const file = fileURLToPath(import.meta.resolve('@vitrine/console/files.json'))
  const folder = dirname(file)
  const read = (path: string): Buffer => {
    const name = join(folder, path)
    if (existsSync(name)) return readFileSync(name)
    throw new Error(`${name} is missing: build @vitrine/console first`)
  }
  const listed = JSON.parse(`${read('files.json')}`) as Listed[]
  const files = listed.map(
    ({ path, type, sha256, isCompressed, ...rest }): [string, ConsoleFile] => {
      const bytes = read(path)
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new Error(
          `${join(folder, path)} is not the file that was built: build @vitrine/console again`,
        )
      }
      const compressed = isCompressed ? read(`${path}.br`) : null
      return [path, { ...rest, path, type, bytes, compressed, etag: sha256.slice(0, 27) }]
    },
  )
  if (!listed.some(({ path }) => path === indexPath)) {
    throw new Error(`${file} names no ${indexPath}: build @vitrine/console again`)
  }
  return new Map(files)
}
