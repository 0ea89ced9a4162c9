import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** What esbuild makes of every module that Node runs. */
export const nodeOutput = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

/** Names of the programs of a package, relative to its `src/` and without an extension. */
export const programsOf = (folder) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).programs ?? []

/**
 * Compiles the modules of packages one by one, `src/` to `dist/`: suites import single modules, which a bundle does not
 * have. Modules that are bundled as programs stay as they are. Types are not checked.
 */
export const compileModules = (folders) => Promise.all(folders.map(compile))

async function compile(folder) {
  const source = join(folder, 'src')
  if (!existsSync(source)) return
  const programs = programsOf(folder).map((program) => join(source, `${program}.ts`))
  const modules = readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(source, name))
  await build({
    ...nodeOutput,
    entryPoints: modules.filter((module) => !programs.includes(module)),
    outbase: source,
    outdir: join(folder, 'dist'),
  })
}

/** Paths of the packages whose modules run in Node. Those of browsers are compiled by their own builds. */
export function packagesForNode(root) {
  const folders = ['services', 'packages', 'infra'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, parent, name)),
  )
  const isForBrowsers = (folder) => /packages\/(console|embed)$/.test(folder)
  return [...folders, join(root, 'prisma')].filter((folder) => !isForBrowsers(folder))
}
