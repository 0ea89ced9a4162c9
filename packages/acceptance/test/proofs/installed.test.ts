import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { commandsOf, runQuickstart } from '../documents.js'
import { startRegistry } from '../registry.js'
import { startProxy } from '../sdk/proxy.js'
import { outputs, prepareRecipes } from '../sdk/recipes.js'
import { findNode } from '../sdk/runtimes.js'
import { startServices } from '../services.js'

/* The SDK and the command line as they are published: packed, installed from a registry into an empty folder, and used. */

const versions = ['20.19.5', '22.21.1', '24.11.1']
const packages = ['sdk', 'cli']

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const [quickstart = '', more = '', doctor = ''] = await commandsOf(
  new URL('../../../cli/README.md', import.meta.url),
)
const run = promisify(execFile)

const services = await startServices(t)
const proxy = await startProxy(t, services)
// Outside of the workspace, where nothing of it is found.
const folder = await mkdtemp(join(tmpdir(), 'vitrine-installed-'))
t.teardown(() => rm(folder, { recursive: true }))
await startRegistry(t, folder)
const npm = {
  npm_config_userconfig: join(folder, '.npmrc'),
  npm_config_cache: join(folder, 'cache'),
}

const publishedFolder = (name: string) => join(root, 'packages', name, 'dist-npm')
await run(
  process.execPath,
  [join(root, 'infra/build/package.mjs'), ...packages.map((name) => `packages/${name}`)],
  { cwd: root },
)

/** Packs a package and unpacks it again. */
async function unpack(name: string, [program, ...args]: readonly [string, ...string[]]) {
  const target = await mkdtemp(join(folder, `${name}-`))
  const options = { cwd: publishedFolder(name) }
  await run(program, [...args, 'pack', '--pack-destination', target], options)
  const [archive = ''] = await readdir(target)
  await run('tar', ['-xzf', archive], { cwd: target })
  return { archive: join(target, archive), content: join(target, 'package') }
}

const filesOf = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort()

const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

for (const name of packages) {
  t.test(`the package ${name} is complete, whichever program packs it`, async (t) => {
    const { archive, content } = await unpack(name, ['npm'])
    const text = await readFile(join(content, 'package.json'), 'utf8')
    t.notMatch(text, /"private"|workspace:|catalog:/)
    const files = await filesOf(content)
    for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) t.ok(files.includes(file), file)
    const missing: string[] = []
    for (const map of files.filter((file) => file.endsWith('.map'))) {
      const { sources } = JSON.parse(await readFile(join(content, map), 'utf8'))
      const paths = sources.map((source: string) => resolve('/', dirname(map), source).slice(1))
      missing.push(...paths.filter((path: string) => !files.includes(path)))
    }
    t.same(missing, [], 'the maps name sources that the package has')
    t.same(await filesOf((await unpack(name, ['npx', '-y', packageManager])).content), files)
    for (const [tool, ...args] of [
      ['attw', '--format', 'ascii'],
      ['publint', 'run', '--strict'],
    ]) {
      const binary = fileURLToPath(new URL(`../../node_modules/.bin/${tool}`, import.meta.url))
      const { code = 0, stdout } = await run(binary, [...args, archive]).catch((error) => error)
      t.equal(code, 0, `${tool}: ${stdout}`)
    }
    await run('npm', ['publish', archive], { env: { ...process.env, ...npm } })
  })
}

for (const version of versions) {
  t.test(`installed under Node ${version}`, async (t) => {
    const { binary } = await findNode(version)
    const own = join(folder, version)
    const pictures = join(own, 'photos')
    await mkdir(pictures, { recursive: true })
    await writeFile(join(own, 'package.json'), '{ "type": "module" }')
    const env = {
      ...npm,
      PATH: [dirname(binary), join(own, 'global/bin'), process.env.PATH].join(':'),
      HOME: own,
      npm_config_prefix: join(own, 'global'),
    }
    const options = { cwd: own, env }
    const { stdout } = await run('npm', ['install', '@vitrine/sdk'], options)
    t.match(stdout, /added 3 packages/)

    t.test('the ten recipes of the SDK do what they say', async (t) => {
      const settings = await prepareRecipes(own, proxy.url, await newAccount(proxy.url))
      const compiler = join(root, 'node_modules/.bin/tsc')
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext']
      const names = outputs.map((_, index) => `${index + 1}.ts`)
      const compiled = await run(
        compiler,
        [...strict, ...types, '--target', 'es2023', ...names],
        options,
      ).catch((error) => error)
      t.equal(compiled.stdout, '')
      for (const [index, output] of outputs.entries()) {
        const outcome = await run(binary, [`${index + 1}.js`], {
          ...options,
          env: { ...env, ...settings },
        }).catch((error) => error)
        t.match(outcome.stdout.trim(), output, `recipe ${index + 1}: ${outcome.stderr}`)
      }
    })

    t.test('CommonJS finds the same', async (t) => {
      const names = ['', '/roles', '/sign', '/events', '/acknowledgement', '/node']
      const program = `const all = ${JSON.stringify(names)}.map((name) => '@vitrine/sdk' + name)
        Promise.all(all.map((name) => import(name))).then((modules) => console.log(JSON.stringify(
          modules.map((module, at) => Object.keys(module).every((name) => name === 'default' || name in require(all[at]))))))`
      await writeFile(join(own, 'all.cjs'), program)
      const { stdout } = await run(binary, ['all.cjs'], options)
      t.same(
        JSON.parse(stdout),
        names.map(() => true),
      )
    })

    t.test('the commands of the command line’s README', async (t) => {
      for (const side of [300, 200]) {
        const bytes = await jpeg({ width: side, height: 200 })
        await writeFile(join(pictures, `${side}.jpg`), bytes)
      }
      const { registration, projectId } = await newAccount(proxy.url)
      const { email: EMAIL, password: PASSWORD } = registration
      const settings = { ...env, BASE: proxy.url, EMAIL, PASSWORD, VITRINE_PROJECT: projectId }
      const shell = { cwd: own, env: settings }
      let page = ''
      const notes = await runQuickstart(quickstart, shell, async (address) => {
        page = await (await fetch(address)).text()
      })
      t.match(page, '<vitrine-widget', notes)
      const outcome = await run('bash', ['-euc', more], shell).catch((error) => error)
      t.match(outcome.stdout, /^alt text +A dune$/m, outcome.stderr)
      t.match(outcome.stdout, /^views,clicks,opens\r?$/m)
      const healthy = await run('bash', ['-euc', doctor], shell).catch((error) => error)
      t.match(healthy.stdout, /^ok +Refused by 1 of 1 replica\.$/m, healthy.stderr)
    })
  })
}
