#!/usr/bin/env node
/*
 * Writes what is published of packages: `node infra/build/package.mjs packages/sdk packages/cli` fills `dist-npm/` in each.
 * The folder is complete, with a package.json that names versions of the registry only, so that every client packs the same.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { nodeOutput, programsOf } from './output.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

for (const folder of process.argv.slice(2)) await writePackage(resolve(folder))

async function writePackage(folder) {
  const target = join(folder, 'dist-npm')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const manifest = readJson(join(folder, 'package.json'))
  const programs = programsOf(folder)
  const parts =
    programs.length > 0
      ? await writePrograms(folder, target, programs)
      : await writeLibrary(folder, target, manifest.exports)
  for (const name of ['README.md', 'CHANGELOG.md']) cpSync(join(folder, name), join(target, name))
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const { name, version, description, license, type, sideEffects, engines, bin } = manifest
  writeJson(join(target, 'package.json'), {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    bin,
    ...parts,
    dependencies: versionsOf(folder, manifest.dependencies),
    publishConfig: { access: 'public' },
  })
}

/** One bundle of the package's own modules. It has no maps, because they would need the sources. */
async function writePrograms(folder, target, programs) {
  await build({
    ...nodeOutput,
    entryPoints: programs.map((program) => join(folder, 'src', `${program}.ts`)),
    outbase: join(folder, 'src'),
    outdir: join(target, 'dist'),
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    packages: 'external',
    sourcemap: false,
  })
  cpSync(join(folder, 'bin'), join(target, 'bin'), { recursive: true })
  return { exports: { './package.json': './package.json' }, files: ['bin', 'dist', 'CHANGELOG.md'] }
}

/** Each module as ESM and as CommonJS, with types and the sources that the maps point to. */
async function writeLibrary(folder, target, entries) {
  const [source, dist] = ['src', 'dist'].map((name) => join(target, name))
  cpSync(join(folder, 'src'), source, { recursive: true })
  const entryPoints = filesBelow(source, '.ts')
  const output = { ...nodeOutput, target: 'es2022', entryPoints, outbase: source }
  const commonJs = join(dist, 'cjs')
  await build({ ...output, outdir: dist })
  await build({ ...output, outdir: commonJs, format: 'cjs' })
  writeJson(join(commonJs, 'package.json'), { type: 'commonjs' })
  writeTypes(target)
  for (const path of filesBelow(dist, '.d.ts')) {
    const copy = join(commonJs, path.slice(dist.length))
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
  const modules = Object.entries(entries).map(([name, paths]) => [name, paths.default])
  return { ...entriesOf(modules), files: ['dist', 'src', 'CHANGELOG.md'] }
}

function writeTypes(target) {
  const project = join(target, 'tsconfig.json')
  const compilerOptions = { rootDir: 'src', outDir: 'dist', emitDeclarationOnly: true }
  writeJson(project, { extends: '../tsconfig.build.json', compilerOptions, include: ['src'] })
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { stdio: 'inherit' })
  rmSync(project)
}

/** What import and require find, and compilers that do not know `exports`. */
function entriesOf(modules) {
  const commonJsOf = (path) => path.replace('./dist/', './dist/cjs/')
  const typed = (path) => ({ types: path.replace(/\.js$/, '.d.ts'), default: path })
  const [[, main], ...others] = modules
  const typesOf = (path) => typed(commonJsOf(path)).types
  return {
    main: commonJsOf(main),
    types: typesOf(main),
    typesVersions: {
      '*': Object.fromEntries(others.map(([name, path]) => [name.slice(2), [typesOf(path)]])),
    },
    exports: {
      ...Object.fromEntries(
        modules.map(([name, path]) => [
          name,
          { import: typed(path), require: typed(commonJsOf(path)) },
        ]),
      ),
      './package.json': './package.json',
    },
  }
}

/** The versions that the workspace has installed. */
function versionsOf(folder, dependencies) {
  const versionOf = (name) => readJson(join(folder, 'node_modules', name, 'package.json')).version
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]))
}

function filesBelow(folder, extension) {
  const names = readdirSync(folder, { recursive: true })
  return names.filter((name) => name.endsWith(extension)).map((name) => join(folder, name))
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
