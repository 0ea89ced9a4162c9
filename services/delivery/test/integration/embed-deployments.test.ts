import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { createApp } from '@vitrine/http'
import { createObjectStore, type ObjectStore } from '@vitrine/object-store'
import { backends, objectSecret } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { crossOriginHeaders } from '../../src/cross-origin.js'
import { readBuild } from '../../src/resources/embed/scripts/build.js'
import { scriptRoutes } from '../../src/resources/embed/scripts/routes.js'
import { createScripts } from '../../src/resources/embed/scripts/scripts.js'
import { createScriptStoring } from '../../src/resources/embed/scripts/store-build.js'
import { createStoredScripts } from '../../src/resources/embed/scripts/stored-scripts.js'
import { build } from '../build.js'
import { fetchOverConnection } from '../fetch-over-connection.js'
import { checksums } from '../project.js'
import { readMetrics } from '../read-metrics.js'
import { scriptBuild, writeBuild } from '../script-build.js'
import { linkToStore } from '../store-link.js'

const { s3 } = backends()
const storeAt = (endpoint = s3.endpoint) =>
  createObjectStore({ ...s3, endpoint, timeoutMs: 10_000 })
const freshDigest = () => randomBytes(32).toString('hex')
const unknownPart = () => `/embed/v1/${freshDigest()}/grid.js`

/** A build whose content, and therefore names, no other build has. */
function newBuild(t: Test) {
  const id = randomUUID()
  const build = scriptBuild(`entry ${id}`, {
    'grid.js': `// grid ${id}`,
    'labels-de.js': `// de ${id}`,
    'grid.css': `/* grid ${id} */`,
  })
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-embed-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const files = readBuild(writeBuild(folder, build.files))
  return { files, list: build.list, named: [build.pinned, ...build.parts] }
}

/** The scripts of a replica of this build, and its warnings. */
async function start(
  t: Test,
  { files }: ReturnType<typeof newBuild>,
  store: ObjectStore,
  readFrom: Pick<ObjectStore, 'get'> = store,
) {
  const warnings: unknown[] = []
  const refused: string[] = []
  const warn = (error: unknown) => warnings.push(error)
  const storing = createScriptStoring({ build: files, store, checksums, warn })
  const app = createApp({ logLevel: 'silent', headers: crossOriginHeaders })
  const readStored = createStoredScripts({
    store: readFrom,
    checksums,
    refused: { add: (_kind, object) => refused.push(object) },
  })
  const scripts = createScripts({ build: files, readStored })
  await app.register(async (scope) => scriptRoutes(scope as typeof app, { scripts }), {
    prefix: '/embed',
  })
  t.teardown(async () => {
    storing.stop()
    await app.close()
  })
  await storing.start()
  return { app, warnings, refused }
}

/** Puts a script under a key, as an attacker with write access to the bucket could. */
async function plant(t: Test, key: string, text: string, metadata = {}): Promise<void> {
  const path = join(t.testdir({}), 'planted')
  writeFileSync(path, text)
  const upload = await storeAt().signUpload(key, 60)
  const contentType = 'text/javascript; charset=utf-8'
  await upload({ path, sizeBytes: Buffer.byteLength(text), contentType, metadata })
}

t.test('replicas of an older and a newer build serve each other’s parts', async (t) => {
  const [older, newer] = [newBuild(t), newBuild(t)]
  const store = storeAt()
  const [first, second] = [await start(t, older, store), await start(t, newer, store)]
  for (const [app, other] of [
    [first.app, newer],
    [second.app, older],
  ] as const) {
    for (const path of other.named) {
      for (const _ of ['cold', 'warm']) {
        const { status, headers, bytes } = await fetchOverConnection(app, `/embed/${path}`, {
          'accept-encoding': 'br',
        })
        t.equal(status, 200, path)
        const { bytes: built } = other.files.find((file) => file.path === path) ?? {}
        t.same(brotliDecompressSync(bytes), built)
        t.match(headers, {
          'content-type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'access-control-allow-origin': '*',
          vary: 'Accept-Encoding',
        })
        const etag = String(headers.etag)
        const sent = { 'accept-encoding': 'br', 'if-none-match': etag }
        t.equal((await fetchOverConnection(app, `/embed/${path}`, sent)).status, 304)
      }
    }
  }
})

t.test('the entry is never that of another build', async (t) => {
  const [older, newer] = [newBuild(t), newBuild(t)]
  const store = storeAt()
  await start(t, newer, store)
  const { app } = await start(t, older, store)
  const { text } = await fetchOverConnection(app, '/embed/v1.js')
  t.equal(text, `${older.files[0]?.bytes}`)
})

t.test('without the store, cached scripts are served and others are 503', async (t) => {
  const [older, newer] = [newBuild(t), newBuild(t)]
  await start(t, older, storeAt())
  const link = await linkToStore(t)
  const { app } = await start(t, newer, storeAt(link.endpoint))
  const [known, unknown] = older.named.map((path) => `/embed/${path}`)
  t.equal((await fetchOverConnection(app, `${known}`)).status, 200)
  link.set('cut')
  t.equal((await fetchOverConnection(app, `${known}`)).status, 200)
  for (const path of newer.named)
    t.equal((await fetchOverConnection(app, `/embed/${path}`)).status, 200, path)
  for (const method of ['GET', 'HEAD'] as const) {
    const refused = await fetchOverConnection(app, `${unknown}`, {}, method)
    t.equal(refused.status, 503)
    t.match(refused.headers, { 'retry-after': /^[1-9]\d*$/, 'cache-control': 'no-store' })
  }
  t.equal(
    (await fetchOverConnection(app, '/embed/v1/grid.js')).status,
    404,
    'no name that is looked up in the store',
  )
})

t.test('a replica starts without the store, and stores its scripts when it is back', async (t) => {
  const older = newBuild(t)
  const link = await linkToStore(t)
  link.set('cut')
  const { app, warnings } = await start(t, older, storeAt(link.endpoint))
  t.equal((await fetchOverConnection(app, '/embed/v1.js')).status, 200)
  t.equal(warnings.length, 1)
  link.set('open')
  const store = storeAt()
  for (const path of older.named) {
    const object = `embed/${path}`
    let bytes = await store.read(object)
    while (bytes === null) {
      await new Promise((resolve) => setImmediate(resolve))
      bytes = await store.read(object)
    }
    t.same(bytes, older.files.find((file) => file.path === path)?.bytes)
  }
  t.equal(warnings.length, 1, 'an outage is logged once')
})

t.test('a store that does not respond does not block the start', async (t) => {
  const link = await linkToStore(t)
  link.set('mute')
  const { app } = await start(t, newBuild(t), storeAt(link.endpoint))
  t.equal((await fetchOverConnection(app, '/embed/v1.js')).status, 200)
})

t.test('stored scripts are not stored again', async (t) => {
  const stored: string[] = []
  const store = storeAt()
  const counting = {
    ...store,
    signUpload: (...args: Parameters<typeof store.signUpload>) => {
      stored.push(args[0])
      return store.signUpload(...args)
    },
  }
  const same = newBuild(t)
  await start(t, same, counting)
  await start(t, same, counting)
  const objects = [...same.named, same.list].map((path) => `embed/${path}`)
  t.same(stored.toSorted(), objects.toSorted())

  const changed = objects[1] ?? ''
  await plant(t, changed, 'another')
  await start(t, same, counting)
  t.same(stored.slice(objects.length), [changed], 'and again when it was changed')
})

t.test('lookups of invented names are limited, and further ones rejected', async (t) => {
  let underWay = 0
  let most = 0
  const release: (() => void)[] = []
  const store = {
    ...storeAt(),
    get: async () => {
      most = Math.max(most, ++underWay)
      await new Promise<void>((resolve) => release.push(resolve))
      underWay -= 1
      return null
    },
  }
  const { app } = await start(t, newBuild(t), storeAt(), store)
  const paths = Array.from({ length: 60 }, unknownPart)
  const statuses: number[] = []
  const asked = paths.map(async (path) =>
    statuses.push((await fetchOverConnection(app, path)).status),
  )
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
  const name = `secret-${freshDigest()}`
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
    t.equal((await fetchOverConnection(app, path)).status, 404, path)
  }
})

t.test('a complete replica stores its scripts, and serves those of others', async (t) => {
  const older = newBuild(t)
  await start(t, older, storeAt())
  const app = await build(t, {})
  for (const path of older.named) {
    const { status, bytes } = await fetchOverConnection(app, `/embed/${path}`)
    t.equal(status, 200)
    t.same(bytes, older.files.find((file) => file.path === path)?.bytes)
  }
  const objects = new Set((await storeAt().list('embed/')).map(({ key }) => key))
  for (const { path, object } of readBuild()) t.ok(object === null || objects.has(object), path)
})

t.test('every kind of script that was replaced in the bucket is rejected', async (t) => {
  const older = newBuild(t)
  const [pinned = '', grid = '', labels = ''] = older.named
  const { list } = older
  const signedMetadata = async (path: string) => (await storeAt().get(`embed/${path}`))?.metadata
  const table: [what: string, path: string, asked: string, isSigned?: boolean][] = [
    ['a part', grid, grid],
    ['a part, with the checksum of another', grid, grid, true],
    ['the pinned entry', pinned, pinned],
    ['the list of the parts', list, labels],
  ]
  for (const [what, path, asked, isSigned = false] of table) {
    await start(t, older, storeAt())
    const metadata = isSigned ? await signedMetadata(labels) : {}
    await plant(t, `embed/${path}`, 'alert(1)', metadata)
    const { app, refused } = await start(t, newBuild(t), storeAt())
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const { status, headers, text } = await fetchOverConnection(
        app,
        `/embed/${asked}`,
        {},
        method,
      )
      t.match([status, headers['cache-control']], [404, 'no-store'], what)
      t.notMatch(text, 'alert')
    }
    t.same(
      refused,
      Array.from({ length: 3 }, () => `embed/${path}`),
      what,
    )
    await start(t, older, storeAt())
    t.equal(
      (await fetchOverConnection(app, `/embed/${asked}`)).status,
      200,
      'a refusal is not remembered',
    )
  }
})

t.test('a script that was added to the bucket is served under no name', async (t) => {
  const evil = scriptBuild(`alert('${randomUUID()}')`, { 'evil.js': `alert('${randomUUID()}')` })
  for (const [path, text] of Object.entries(evil.files)) await plant(t, `embed/${path}`, text)
  await plant(t, 'embed/v1/evil-AAAAAAAA.js', 'alert(1)')
  const app = await build(t, {})
  for (const path of [evil.pinned, ...evil.parts, evil.list, 'v1/evil-AAAAAAAA.js']) {
    const { status, headers, text } = await fetchOverConnection(app, `/embed/${path}`)
    t.match([status, headers['cache-control']], [404, 'no-store'], path)
    t.notMatch(text, 'alert')
  }
  t.equal((await readMetrics(app))('store_objects_refused_total{kind="script"}'), 2)
})

t.test('a part of an older secret is served while that secret is known', async (t) => {
  const older = newBuild(t)
  await start(t, older, storeAt())
  const [, grid = ''] = older.named
  const secret = 'another-secret-that-comes-in-its-place'
  const both = await build(t, { OBJECT_SECRET: `${secret},${objectSecret}` })
  t.equal((await fetchOverConnection(both, `/embed/${grid}`)).status, 200)
  const alone = await build(t, { OBJECT_SECRET: secret })
  t.equal((await fetchOverConnection(alone, `/embed/${grid}`)).status, 404)
})
