/**
 * The program that compiles the tests of the package in the working directory, `test/` to
 * `dist-test/`. Imports of the package's own `src/` lead to `dist/`; modules that are not there, such as those
 * of a package built for browsers, are compiled as well. Compiled, a test that loads a service starts in 2
 * instead of 4 seconds of CPU time, because on Node 20 a loader costs that much.
 *
 * tap runs the files of `dist-test/groups`. Each loads several test files, so they share the cost of loading
 * the service. A file can still be run by itself: `node dist-test/integration/x.test.js`.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { currentTestSource, groupSource, groupsOf, needsOwnProcess } from './test-groups.js'

const outdir = 'dist-test'
const currentTest = 'current-test.js'

/**
 * Nothing is bundled but sources without a compiled file. Both folders are as deep as `test/` and `src/`, so other
 * paths stay right.
 */
const builtSource: Plugin = {
  name: 'built source',
  setup: ({ onResolve }) => {
    onResolve({ filter: /./ }, ({ kind, path, importer, resolveDir }) => {
      if (kind === 'entry-point') return null
      if (path === 'tap') return { path: currentTestOf(importer), external: true }
      const compiled = path.replace(/\.tsx?$/, '.js')
      if (!path.startsWith('.')) return { path, external: true }
      if (isIn('test', join(resolveDir, path))) return { path: compiled, external: true }
      const built = compiled.replace(/^((?:\.\.\/)+)src\//, '$1dist/')
      const isBuilt = existsSync(join(resolveDir, built))
      return isBuilt ? { path: built, external: true } : null
    })
  },
}

const isIn = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..')

/** The query makes it a module of its own for each file. */
function currentTestOf(importer: string): string {
  const file = relative('test', importer)
  const path = relative(dirname(file), currentTest)
  return `${path.startsWith('.') ? path : `./${path}`}?${encodeURIComponent(file)}`
}

const names = (await readdir('test', { recursive: true })).filter((name) => name.endsWith('.ts'))
await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: names.map((name) => join('test', name)),
  outbase: 'test',
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: 'sources/[name]-[hash]',
  plugins: [builtSource],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})
await writeFile(join(outdir, currentTest), currentTestSource)

const files = names.filter((name) => name.endsWith('.test.ts')).sort()
const texts = await Promise.all(files.map((name) => readFile(join('test', name), 'utf8')))
const alone = files.filter((_, index) => needsOwnProcess(texts[index] ?? ''))
await mkdir(join(outdir, 'groups'))
for (const { name, members } of groupsOf(files, alone)) {
  await writeFile(join(outdir, 'groups', `${name}.test.js`), groupSource(members))
}
