import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { embedScriptObject } from '@vitrine/contracts'
import { createApp } from '@vitrine/http'
import { createObjectStore, type ObjectStore } from '@vitrine/object-store'
import { backends } from '@vitrine/testing'
import t, { type Test } from 'tap'
import { readBuild } from '../../src/resources/embed/build.js'
import { scriptRoutes } from '../../src/resources/embed/script-routes.js'
import { createScripts } from '../../src/resources/embed/scripts.js'
import { createScriptStoring } from '../../src/resources/embed/store-scripts.js'
import { build, dead } from '../build.js'
import { linkToStore } from '../store-link.js'
import { visit } from '../visit.js'

const { s3 } = backends()
const storeAt = (endpoint = s3.endpoint) =>
  createObjectStore({ ...s3, endpoint, timeoutMs: 10_000 })
const freshHash = () => randomBytes(4).toString('hex').toUpperCase()

/** A build with names that no other one has, and its paths. */
function newBuild(t: Test) {
  const [grid, labels] = [`grid-${freshHash()}.js`, `labels-${freshHash()}`]
  const paths = ['v1.js', `v1/${grid}`, `v1/${labels}/de.js`] as const
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-embed-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const contents = [`entry of ${grid}`, `// ${grid}`, `// ${labels}`]
  mkdirSync(join(folder, 'v1', labels), { recursive: true })
  for (const [index, path] of paths.entries()) {
    writeFileSync(join(folder, path), contents[index] ?? '')
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(paths.map((file) => ({ file }))))
  return { files: readBuild(join(folder, 'manifest.json')), parts: paths.slice(1) }
}

/** The scripts' part of a replica that was made of this build, and what it has warned of. */
async function start(t: Test, { files }: ReturnType<typeof newBuild>, store: ObjectStore) {
  const warnings: unknown[] = []
  const warn = (error: unknown) => warnings.push(error)
  const storing = createScriptStoring({ build: files, store, warn })
  const app = createApp({ logLevel: 'silent' })
  const scripts = createScripts({ build: files, store })
  await app.register(async (scope) => scriptRoutes(scope as typeof app, scripts), {
    prefix: '/embed',
  })
  t.teardown(async () => {
    storing.stop()
    await app.close()
  })
  await storing.start()
  return { app, warnings }
}

t.test('replicas of an older and a newer build serve each other’s parts', async (t) => {
  const [older, newer] = [newBuild(t), newBuild(t)]
  const store = storeAt()
  const [first, second] = [await start(t, older, store), await start(t, newer, store)]
  for (const [app, other] of [
    [first.app, newer],
    [second.app, older],
  ] as const) {
    for (const path of other.parts) {
      for (const _ of ['cold', 'warm']) {
        const { status, headers, bytes } = await visit(app, `/embed/${path}`, {
          'accept-encoding': 'br',
        })
        t.equal(status, 200, path)
        const { bytes: built } = other.files.find((file) => file.path === path) ?? {}
        t.same(brotliDecompressSync(bytes), built)
        t.match(headers, {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'access-control-allow-origin': '*',
          vary: 'Accept-Encoding',
        })
        const etag = String(headers.etag)
        const sent = { 'accept-encoding': 'br', 'if-none-match': etag }
        t.equal((await visit(app, `/embed/${path}`, sent)).status, 304)
      }
    }
  }
})

t.test('the entry is never that of another build', async (t) => {
  const [older, newer] = [newBuild(t), newBuild(t)]
  const store = storeAt()
  await start(t, newer, store)
  const { app } = await start(t, older, store)
  const { text } = await visit(app, '/embed/v1.js')
  t.equal(text, `${older.files[0]?.bytes}`)
})

t.test('what was read once is served while the store is away; what was not is 503', async (t) => {
  const [older, newer] = [newBuild(t), newBuild(t)]
  await start(t, older, storeAt())
  const link = await linkToStore(t)
  const { app } = await start(t, newer, storeAt(link.endpoint))
  const [known, unknown] = older.parts.map((path) => `/embed/${path}`)
  t.equal((await visit(app, `${known}`)).status, 200)
  link.set('cut')
  t.equal((await visit(app, `${known}`)).status, 200)
  for (const path of newer.parts) t.equal((await visit(app, `/embed/${path}`)).status, 200, path)
  for (const method of ['GET', 'HEAD'] as const) {
    const refused = await visit(app, `${unknown}`, {}, method)
    t.equal(refused.status, 503)
    t.match(refused.headers, { 'retry-after': /^[1-9]\d*$/, 'cache-control': 'no-store' })
  }
  t.equal(
    (await visit(app, '/embed/v1/grid.js')).status,
    404,
    'no name that the store is asked for',
  )
})

t.test('a replica starts without the store, and stores its scripts when it is back', async (t) => {
  const older = newBuild(t)
  const link = await linkToStore(t)
  link.set('cut')
  const { app, warnings } = await start(t, older, storeAt(link.endpoint))
  t.equal((await visit(app, '/embed/v1.js')).status, 200)
  t.equal(warnings.length, 1)
  link.set('open')
  const store = storeAt()
  for (const path of older.parts) {
    const object = `${embedScriptObject(path)}`
    let bytes = await store.read(object)
    while (bytes === null) {
      await new Promise((resolve) => setImmediate(resolve))
      bytes = await store.read(object)
    }
    t.match(`${bytes}`, '// ')
  }
  t.equal(warnings.length, 1, 'an outage is told of once')
})

t.test('a store that says nothing does not hold up the start', async (t) => {
  const link = await linkToStore(t)
  link.set('mute')
  const { app } = await start(t, newBuild(t), storeAt(link.endpoint))
  t.equal((await visit(app, '/embed/v1.js')).status, 200)
})

t.test('what is stored is stored once', async (t) => {
  const stored: string[] = []
  const store = storeAt()
  const counting = {
    ...store,
    putFile: (...args: Parameters<typeof store.putFile>) => {
      stored.push(args[0])
      return store.putFile(...args)
    },
  }
  const same = newBuild(t)
  await start(t, same, counting)
  await start(t, same, counting)
  t.same(
    stored,
    same.parts.map((path) => embedScriptObject(path)),
  )
})

t.test('made-up names are looked for a few at a time, and refused beyond', async (t) => {
  let underWay = 0
  let most = 0
  const release: (() => void)[] = []
  const store = {
    ...storeAt(),
    read: async () => {
      most = Math.max(most, ++underWay)
      await new Promise<void>((resolve) => release.push(resolve))
      underWay -= 1
      return null
    },
  }
  const { app } = await start(t, newBuild(t), store)
  const paths = Array.from({ length: 60 }, () => `/embed/v1/grid-${freshHash()}.js`)
  const statuses: number[] = []
  const asked = paths.map(async (path) => statuses.push((await visit(app, path)).status))
  while (statuses.length < 60 - 36) await new Promise((resolve) => setImmediate(resolve))
  t.same([...new Set(statuses)], [503])
  while (statuses.length < 60) {
    for (const one of release.splice(0)) one()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(asked)
  t.equal(statuses.filter((status) => status === 404).length, 36)
  t.equal(most, 4)
})

t.test('nothing else of the bucket can be reached', async (t) => {
  const name = `secret-${freshHash()}`
  const file = join(t.testdir({ secret: 'of a tenant' }), 'secret')
  const store = storeAt()
  const objects = [name, `embed/${name}.js`, `embed/v1/${name}.txt`, `projects/${name}.js`]
  for (const object of objects) await store.putFile(object, file, 11, 'text/html')
  const { app } = await start(t, newBuild(t), store)
  for (const path of [
    `/embed/v1/..%2f..%2f${name}`,
    `/embed/v1/..%2f${name}.js`,
    `/embed/v1/%2e%2e/${name}.js`,
    `/embed/v1/..%2f..%2fprojects/${name}.js`,
    `/embed/v1/${name}.txt`,
    `/embed/v1/${name}.js%00`,
    `/embed/v1/${name}.js%3F`,
    `/embed/v1/x%2f${name}.js`,
  ]) {
    t.equal((await visit(app, path)).status, 404, path)
  }
})

t.test('a whole replica stores its scripts, and gives what others have stored', async (t) => {
  const older = newBuild(t)
  await start(t, older, storeAt())
  const app = await build(t)
  for (const path of older.parts) {
    const { status, bytes } = await visit(app, `/embed/${path}`)
    t.equal(status, 200)
    t.same(bytes, older.files.find((file) => file.path === path)?.bytes)
  }
  const objects = new Set((await storeAt().list('embed/')).map(({ key }) => key))
  for (const { path, object } of readBuild()) t.ok(object === null || objects.has(object), path)
})

t.test('without the store a whole replica is ready, and serves its own', async (t) => {
  const app = await build(t, dead.store)
  for (const { path } of readBuild()) {
    t.equal((await visit(app, `/embed/${path}`)).status, 200, path)
  }
  t.equal((await visit(app, '/api/v1/readyz')).status, 200)
  t.equal((await visit(app, `/embed/v1/grid-${freshHash()}.js`)).status, 503)
})
