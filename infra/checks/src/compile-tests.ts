import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { groupsOf, type Kind, type TestGroup } from './groups.js'

/**
 * Compiles the tests of a package, `test/` to `dist-test/`. Imports of its own `src/` lead to `dist/`; modules that are not there,
 * such as those of a package built for browsers, are compiled as well. Both folders are as deep as `test/` and `src/`, so other
 * paths stay right.
 *
 * @returns the files to run, by process.
 */
export async function compileTests(folder: string, kind: Kind): Promise<TestGroup[]> {
  const tests = join(folder, 'test')
  const outdir = join(folder, 'dist-test')
  const names = (await readdir(tests, { recursive: true })).filter((name) => name.endsWith('.ts'))
  await rm(outdir, { recursive: true, force: true })
  await build({
    entryPoints: names.map((name) => join(tests, name)),
    absWorkingDir: folder,
    outbase: tests,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'sources/[name]-[hash]',
    plugins: [builtSource(tests)],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  const files = names.filter((name) => name.endsWith('.test.ts')).sort()
  const texts = await Promise.all(files.map((name) => readFile(join(tests, name), 'utf8')))
  return groupsOf(
    files.map((name, index) => ({ name, text: texts[index] ?? '' })),
    kind,
  )
}

/** Nothing is bundled but sources without a compiled file. */
const builtSource = (tests: string): Plugin => ({
  name: 'built source',
  setup: ({ onResolve }) => {
    onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point') return null
      if (!path.startsWith('.')) return { path, external: true }
      const compiled = path.replace(/\.tsx?$/, '.js')
      if (!relative(tests, join(resolveDir, path)).startsWith('..')) {
        return { path: compiled, external: true }
      }
      const built = compiled.replace(/^((?:\.\.\/)+)src\//, '$1dist/')
      return existsSync(join(resolveDir, built)) ? { path: built, external: true } : null
    })
  },
})
