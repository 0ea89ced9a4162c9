import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embedPartsObject, embedScript, embedScriptObjects } from '@vitrine/contracts'

export type ScriptFile = {
  path: string
  bytes: Buffer
  /** The hash of the bytes, in hex. */
  sha256: string
  file: string
  /** Its key in the object store; null for a file whose name never changes. */
  object: string | null
}

const manifestUrl = import.meta.resolve('@vitrine/embed/manifest.json')

/** The script that sites link to; it loads the others. */
export const entryPath = 'v1.js'

/** What describes the element to editors and compilers. */
export const descriptionPaths = { manifest: 'custom-elements.json', types: 'v1.d.ts' } as const

/** Files of the running build, whose names never change. */
const stablePaths: readonly string[] = [entryPath, ...Object.values(descriptionPaths)]

/**
 * Reads the files that the manifest names: scripts, stylesheets, descriptions, and the list of the parts.
 *
 * @throws if the embed was not built completely, or the name of a file does not match its content.
 */
export function readBuild(manifestFile: string = fileURLToPath(manifestUrl)): ScriptFile[] {
  const read = (file: string): Buffer => {
    if (existsSync(file)) return readFileSync(file)
    throw new Error(`${file} is missing: build @vitrine/embed first`)
  }
  const manifest: Readonly<Record<string, { file: string }>> = JSON.parse(`${read(manifestFile)}`)
  const build = Object.values(manifest).map(({ file: path }): ScriptFile => {
    const file = join(dirname(manifestFile), path)
    const bytes = read(file)
    const object = stablePaths.includes(path) ? null : `${embedScriptObjects}${path}`
    return { path, bytes, sha256: sha256Of(bytes), file, object }
  })
  if (!build.some(({ path }) => path === entryPath)) {
    throw new Error(`${manifestFile} names no ${entryPath}: build @vitrine/embed again`)
  }
  const wrong = build.find((file) => !isNamedByContent(file, build))
  if (wrong === undefined) return build
  throw new Error(
    `the name of ${wrong.file} does not have the SHA-256 of its content: build @vitrine/embed again`,
  )
}

function isNamedByContent({ path, sha256, object }: ScriptFile, build: ScriptFile[]): boolean {
  if (object === null || object === embedPartsObject(sha256)) return true
  const script = embedScript(path)
  if (script?.kind !== 'part') return script?.sha256 === sha256
  const list = build.find((file) => file.object === script.list.object)
  return list !== undefined && partsOf(list.bytes)[script.name] === sha256
}

/** The SHA-256 of the parts of a build, in hex, by name; undefined for any other name. */
export type PartList = Readonly<Record<string, string | undefined>>

/** @param bytes of a list whose SHA-256 has been verified. */
export const partsOf = (bytes: Buffer): PartList =>
  // Without a prototype, so that `constructor.js` is not a part.
  Object.assign(Object.create(null), JSON.parse(`${bytes}`))

/** In hex. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
