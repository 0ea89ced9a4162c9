import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embedScriptObject } from '@vitrine/contracts'

/** A script of the embed. */
export type ScriptFile = {
  /** Its path below `/embed/`. */
  path: string
  bytes: Buffer
  /** Where it is on disk. */
  file: string
  /** Its key in the object store; null for the one that sites link to, whose name stays the same. */
  object: string | null
}

const manifestUrl = import.meta.resolve('@vitrine/embed/manifest.json')

/** The script that sites link to; it loads the others. */
export const entryPath = 'v1.js'

/**
 * Every script that the manifest names, of the folder that it is in.
 *
 * @throws a sentence when the embed was not built, or not wholly, or names a script otherwise than
 *   other replicas expect.
 */
export function readBuild(manifestFile: string = fileURLToPath(manifestUrl)): ScriptFile[] {
  const read = (file: string): Buffer => {
    if (existsSync(file)) return readFileSync(file)
    throw new Error(`${file} is missing: build @vitrine/embed first`)
  }
  const manifest: Readonly<Record<string, { file: string }>> = JSON.parse(`${read(manifestFile)}`)
  const scripts = Object.values(manifest).map(({ file: path }) => {
    const file = join(dirname(manifestFile), path)
    return { path, bytes: read(file), file, object: embedScriptObject(path) }
  })
  const unnamed = scripts.filter(({ object }) => object === null).map(({ path }) => path)
  if (!unnamed.includes(entryPath)) {
    throw new Error(`${manifestFile} names no ${entryPath}: build @vitrine/embed anew`)
  }
  const odd = unnamed.find((path) => path !== entryPath)
  if (odd === undefined) return scripts
  throw new Error(
    `${manifestFile} names ${odd}, which is not named by its content: v1/grid-D3QYXYVP.js would be`,
  )
}
