import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as coherence from '@vitrine/coherence'
import { type Edit, plantedBugs, type Rule } from './bugs.js'

export type Coherence = typeof coherence

const loaded = new Map<string, Promise<Coherence>>()

/**
 * packages/coherence without these rules; with none, the package itself.
 *
 * @throws when a planted bug does not apply to the code as it is now.
 */
export function coherenceWithout(rules: readonly Rule[]): Promise<Coherence> {
  if (rules.length === 0) return Promise.resolve(coherence)
  const key = rules.join()
  const known = loaded.get(key) ?? load(rules.flatMap<Edit>((rule) => plantedBugs[rule]))
  loaded.set(key, known)
  return known
}

/** Imports an edited copy of the built package, which lies where it finds the other packages that it imports. */
async function load(edits: readonly Edit[]): Promise<Coherence> {
  const dist = dirname(fileURLToPath(import.meta.resolve('@vitrine/coherence')))
  const folder = await mkdtemp(join(dist, '../node_modules/.without-rules-'))
  try {
    await cp(dist, folder, { recursive: true })
    for (const edit of edits) {
      const path = join(folder, edit.file)
      await writeFile(path, applyEdit(await readFile(path, 'utf8'), edit))
    }
    return await import(pathToFileURL(join(folder, 'index.js')).href)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @throws when the text to find does not occur exactly once: the code has changed, and the edit must follow. */
function applyEdit(code: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = code.split(find)
  if (before !== undefined && after !== undefined && more.length === 0) {
    return before + replace + after
  }
  throw new Error(
    `A planted bug no longer applies: "${find}" occurs ${code.split(find).length - 1} times in ${file} of packages/coherence. Adapt infra/proofs/src/simulation/planted/bugs.ts.`,
  )
}
