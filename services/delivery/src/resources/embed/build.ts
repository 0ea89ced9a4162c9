import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A script of the embed. */
export type ScriptFile = {
  /** Its path below `/embed/`. */
  path: string
  bytes: Buffer
  /** Whether its name tells its content: all but the one that sites link to. */
  isNamedByContent: boolean
}

const manifestUrl = import.meta.resolve('@vitrine/embed/manifest.json')

/** The script that sites link to; it loads the others. */
export const entryPath = 'v1.js'

/**
 * Every script that the manifest names, of the folder that it is in.
 *
 * @throws a sentence when the embed was not built, or not wholly.
 */
export function readBuild(manifestFile: string = fileURLToPath(manifestUrl)): ScriptFile[] {
  const read = (file: string): Buffer => {
    if (existsSync(file)) return readFileSync(file)
    throw new Error(`${file} is missing: build @vitrine/embed first`)
  }
  const manifest: Readonly<Record<string, { file: string }>> = JSON.parse(`${read(manifestFile)}`)
  const scripts = Object.values(manifest).map(({ file: path }) => ({
    path,
    bytes: read(join(dirname(manifestFile), path)),
    isNamedByContent: path !== entryPath,
  }))
  if (scripts.every(({ isNamedByContent }) => isNamedByContent)) {
    throw new Error(`${manifestFile} names no ${entryPath}: build @vitrine/embed anew`)
  }
  return scripts
}
