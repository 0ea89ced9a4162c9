import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as coherence from '@vitrine/coherence'
import { build, type Plugin } from 'esbuild'
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

async function load(edits: readonly Edit[]): Promise<Coherence> {
  const pending = new Set(edits)
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve('@vitrine/coherence'))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [otherPackagesByAddress, applyEdits(pending)],
  })
  const [unused] = pending
  if (unused) throw new Error(`packages/coherence has no ${unused.file}, which a planted bug edits`)
  const code = outputFiles[0]?.text ?? ''
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
}

/**
 * Other packages stay what they are: an AppError of the bundle must be an instance of the same
 * class as everyone's.
 */
const otherPackagesByAddress: Plugin = {
  name: 'other-packages-by-address',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@vitrine\// }, ({ path }) => ({
      path: import.meta.resolve(path),
      external: true,
    })),
}

/** Takes each edit that was applied out of `pending`. */
const applyEdits = (pending: Set<Edit>): Plugin => ({
  name: 'apply-edits',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/coherence\/dist\/[^/]+\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      for (const edit of [...pending].filter(({ file }) => file === basename(path))) {
        contents = applyEdit(contents, edit)
        pending.delete(edit)
      }
      return { contents }
    }),
})

/** @throws when the text to find does not occur exactly once: the code has changed, and the edit must follow. */
export function applyEdit(code: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = code.split(find)
  if (before !== undefined && after !== undefined && more.length === 0) {
    return before + replace + after
  }
  throw new Error(
    `A planted bug no longer applies: "${find}" occurs ${code.split(find).length - 1} times in ${file} of packages/coherence. Adapt infra/proofs/src/simulation/planted/bugs.ts.`,
  )
}
