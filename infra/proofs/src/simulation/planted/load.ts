import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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

/** Compiles an edited copy of the package to where it finds the other packages that it imports. */
async function load(edits: readonly Edit[]): Promise<Coherence> {
  const root = dirname(dirname(fileURLToPath(import.meta.resolve('@vitrine/coherence'))))
  const folder = await mkdtemp(join(root, 'node_modules/.without-rules-'))
  try {
    await build({
      entryPoints: [join(root, 'src/index.ts')],
      outfile: join(folder, 'index.js'),
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [planted(join(root, 'src'), edits)],
    })
    return await import(pathToFileURL(join(folder, 'index.js')).href)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const planted = (sources: string, edits: readonly Edit[]): Plugin => ({
  name: 'planted bugs',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const own = edits.filter(({ file }) => join(sources, file) === path)
      return { contents: own.reduce(applyEdit, await readFile(path, 'utf8')), loader: 'ts' }
    })
  },
})

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
