import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mezzanineObject, originalObject, renditionObjects } from '@vitrine/contracts'
import { jpeg, noisePng, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { readMetrics, rendersOf } from '../read-metrics.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

type Address = { projectId: string; assetId: string }

/** A tenant, and an attacker with write access to the bucket only. */
async function withIntruder(t: Test) {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const folder = t.testdir({})
  const { store } = tenant
  return {
    store,
    add: project.addPicture,
    /** Replaces the bytes under an existing key. */
    plant: async (key: string, bytes: Buffer, contentType = 'image/jpeg'): Promise<void> => {
      const path = join(folder, randomUUID())
      await writeFile(path, bytes)
      await store.putFile(key, path, bytes.length, contentType)
    },
    /** Including all metadata in the store. */
    copy: async (from: string, to: string): Promise<void> => {
      const path = join(folder, randomUUID())
      const found = await store.download(from, path)
      if (found === null) throw new Error(`there is no ${from}`)
      const { sizeBytes, metadata } = found
      const upload = await store.signUpload(to, 60)
      await upload({ path, sizeBytes, contentType: 'image/jpeg', metadata })
    },
    /** The renditions of an asset in the store, once there are this many. */
    renditionsOf: async ({ projectId, assetId }: Address, count: number): Promise<string[]> => {
      const list = async () => store.list(renditionObjects(projectId, assetId))
      await until(async () => (await list()).length === count)
      return (await list()).map(({ key }) => key)
    },
  }
}

/** An instance and its log lines from warnings on, without those of checks that a busy machine delays. */
async function startLogged(t: Test, overrides: Parameters<typeof build>[1] = {}) {
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const app = await build(t, { LOG_LEVEL: 'warn', ...overrides }, { logStream })
  const logged = () =>
    lines.map((line) => JSON.parse(line)).filter(({ object }) => object !== undefined)
  const refused = async (kind: string) =>
    (await readMetrics(app))(`store_objects_refused_total{kind="${kind}"}`)
  return { app, logged, refused }
}

/** Another image with the same number of bytes. */
async function sameSize(bytes: Buffer): Promise<Buffer> {
  const other = await jpeg({ width: 20, height: 20 })
  return Buffer.concat([other, Buffer.alloc(bytes.length - other.length)])
}

const small = await jpeg({ width: 300, height: 200 })
const large = await noisePng({ width: 800, height: 600 })

t.test('an original that is not the uploaded one is a 502 for every request', async (t) => {
  t.ok(large.length > 1024 * 1024)
  const { add, plant } = await withIntruder(t)
  const { app, logged, refused } = await startLogged(t)
  const keys = []
  for (const picture of [small, large]) {
    const asset = await add(picture)
    const key = originalObject(asset.projectId, asset.assetId)
    keys.push(key)
    for (const planted of [await sameSize(picture), small.subarray(0, 10), await jpeg()]) {
      await plant(key, planted)
      for (const query of ['', 'w=100', 'format=webp']) {
        isError(t, await deliver(app, asset, query), 502, 'ASSET_LOST')
        const range = { range: 'bytes=0-3' }
        isError(t, await deliver(app, asset, query, range), 502, 'ASSET_LOST')
        isError(t, await deliver(app, asset, query, {}, 'HEAD'), 502, '')
      }
    }
    await plant(key, picture)
    const { statusCode, rawPayload } = await deliver(app, asset)
    t.equal(statusCode, 200, 'nothing was cached')
    t.ok(rawPayload.equals(picture))
  }
  t.equal(await refused('original'), 54)
  t.same(
    logged().map(({ object, level }) => [object, level]),
    keys.map((key) => [key, 50]),
    'each is logged once',
  )
})

t.test('a large original is verified even without a disk cache', async (t) => {
  const { add, plant } = await withIntruder(t)
  const { app } = await startLogged(t, { RENDITION_DISK_BYTES: 0 })
  const asset = await add(large)
  const range = { range: 'bytes=100-199' }
  t.ok((await deliver(app, asset)).rawPayload.equals(large))
  const part = await deliver(app, asset, '', range)
  t.equal(part.statusCode, 206)
  t.ok(part.rawPayload.equals(large.subarray(100, 200)))
  await plant(originalObject(asset.projectId, asset.assetId), await sameSize(large))
  isError(t, await deliver(app, asset), 502, 'ASSET_LOST')
  isError(t, await deliver(app, asset, '', range), 502, 'ASSET_LOST')
  isError(t, await deliver(app, asset, '', {}, 'HEAD'), 502, '')
})

t.test('a rendition without a valid checksum is rendered again and replaced', async (t) => {
  const { store, add, plant, renditionsOf } = await withIntruder(t)
  const asset = await add(small)
  const maker = await build(t, {})
  const right = (await deliver(maker, asset, 'w=100')).rawPayload
  const [key = ''] = await renditionsOf(asset, 1)
  const { app, logged, refused } = await startLogged(t)
  await plant(key, await jpeg({ width: 100, height: 100 }))
  t.ok((await deliver(app, asset, 'w=100')).rawPayload.equals(right))
  t.equal(await rendersOf(app), 1)
  t.not(await refused('unsigned'), 0)
  t.match(logged(), [{ object: key, level: 40 }])
  await until(async () => (await store.read(key))?.equals(right) ?? false)

  const next = await startLogged(t)
  t.ok((await deliver(next.app, asset, 'w=100')).rawPayload.equals(right))
  t.equal(await rendersOf(next.app), 0, 'the replacement is used')
  t.same(next.logged(), [])
})

t.test('a rendition that was moved to another name is rendered again', async (t) => {
  const { add, copy, renditionsOf } = await withIntruder(t)
  const [first, second] = [await add(small), await add(await jpeg({ width: 300, height: 300 }))]
  const maker = await build(t, {})
  await deliver(maker, first, 'w=100')
  const right = (await deliver(maker, second, 'w=100')).rawPayload
  const [from = ''] = await renditionsOf(first, 1)
  const [to = ''] = await renditionsOf(second, 1)
  await copy(from, to)
  const { app, logged, refused } = await startLogged(t)
  t.ok((await deliver(app, second, 'w=100')).rawPayload.equals(right))
  t.equal(await rendersOf(app), 1)
  t.not(await refused('rendition'), 0)
  t.match(logged(), [{ object: to, level: 50 }])
})

t.test('a replaced mezzanine is ignored in favour of the original', async (t) => {
  const { store, add, copy, plant, renditionsOf } = await withIntruder(t)
  const asset = await add(await jpeg({ width: 3000, height: 2000 }))
  const hash = async (app: Awaited<ReturnType<typeof build>>) => {
    const { statusCode, rawPayload } = await deliver(app, asset, 'w=300&format=png')
    t.equal(statusCode, 200)
    return createHash('sha256').update(rawPayload).digest('hex')
  }
  const [key, other] = (['1024', '2048'] as const).map((name) =>
    mezzanineObject(asset.projectId, asset.assetId, name),
  )
  if (key === undefined || other === undefined) throw new Error('there are two copies')
  await plant(key, await jpeg({ width: 1024, height: 683 }))
  const { app, logged, refused } = await startLogged(t)
  const shown = await hash(app)
  t.equal(await refused('unsigned'), 1)
  t.match(logged(), [{ object: key, level: 40 }])

  await store.remove(await renditionsOf(asset, 1))
  await copy(other, key)
  const next = await startLogged(t)
  t.equal(await hash(next.app), shown)
  t.equal(await next.refused('mezzanine'), 1)
  t.match(next.logged(), [{ object: key, level: 50 }])
})
