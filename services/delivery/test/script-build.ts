import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256Of } from '../src/resources/embed/scripts/build.js'

const digest = (text: string): string => sha256Of(Buffer.from(text))

/**
 * A build of the embed as its package creates one: the path of each file below `/embed/`, and its content.
 */
export function scriptBuild(entry: string, parts: Readonly<Record<string, string>>) {
  const list = JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, digest(text)])),
  )
  const folder = `v1/${digest(list)}`
  const pinned = `v1-${digest(entry)}.js`
  const partFiles = Object.entries(parts).map(([name, text]) => [`${folder}/${name}`, text])
  const files: Readonly<Record<string, string>> = {
    'v1.js': entry,
    [pinned]: entry,
    ...Object.fromEntries(partFiles),
    [`${folder}/parts.json`]: list,
  }
  return {
    files,
    pinned,
    list: `${folder}/parts.json`,
    parts: Object.keys(parts).map((name) => `${folder}/${name}`),
  }
}

export type ScriptBuild = ReturnType<typeof scriptBuild>

/** @returns the path of its manifest. */
export function writeBuild(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const manifest = join(folder, 'manifest.json')
  writeFileSync(manifest, JSON.stringify(Object.keys(files).map((file) => ({ file }))))
  return manifest
}
