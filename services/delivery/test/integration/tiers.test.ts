import { renditionObject, renditionObjects } from '@vitrine/contracts'
import { recipe } from '@vitrine/imaging'
import { jpeg, noisePng, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { rendersOf, tiersOf } from '../read-metrics.js'
import { deliver, isError } from '../requests.js'
import { linkToStore } from '../store-link.js'
import { createTenant } from '../tenant.js'

type Asset = { projectId: string; assetId: string }

const none = { memory: 0, disk: 0, store: 0, rendered: 0 }
const noMemory = { RENDITION_MEMORY_BYTES: 0 }

async function tenantWith(t: Test, picture: Buffer) {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const asset: Asset = await project.addPicture(picture)
  const stored = async () =>
    (await tenant.store.list(renditionObjects(asset.projectId, asset.assetId))).map(
      ({ key }) => key,
    )
  return { ...tenant, project, asset, stored }
}

t.test('a rendition is rendered once, then comes from memory, disk or the store', async (t) => {
  const { asset, stored } = await tenantWith(t, await jpeg({ width: 1600, height: 1200 }))
  const [maker, other] = [await build(t, {}), await build(t, noMemory)]
  const query = 'w=300&format=webp'
  const first = await deliver(maker, asset, query)
  const again = await deliver(maker, asset, query)
  t.same(await tiersOf(maker), { ...none, rendered: 1, memory: 1 })
  await until(async () => (await stored()).length === 1)
  t.same(await stored(), [
    renditionObject(asset.projectId, asset.assetId, recipe, '300x225.webp.q77'),
  ])

  const [fromStore, fromDisk] = [
    await deliver(other, asset, query),
    await deliver(other, asset, query),
  ]
  t.same(await tiersOf(other), { ...none, store: 1, disk: 1 })
  t.equal(await rendersOf(maker, other), 1)
  for (const response of [again, fromStore, fromDisk]) {
    t.equal(response.statusCode, 200)
    t.ok(response.rawPayload.equals(first.rawPayload))
    for (const name of ['etag', 'content-length', 'content-type', 'last-modified']) {
      t.equal(response.headers[name], first.headers[name], name)
    }
  }
})

t.test('originals are cached too, large ones on disk only', async (t) => {
  const app = await build(t, {})
  const [small, large] = [await jpeg(), await noisePng({ width: 800, height: 600 })]
  t.ok(large.length > 1024 * 1024)
  const project = await (await createTenant(t)).addProject()
  const add = project.addPicture
  const [one, other] = [await add(small), await add(large)]
  for (let i = 0; i < 2; i += 1) {
    t.ok((await deliver(app, one)).rawPayload.equals(small))
    t.ok((await deliver(app, other)).rawPayload.equals(large))
  }
  t.same(await tiersOf(app), { ...none, store: 2, memory: 1, disk: 1 })
  const [start, end] = [60_000, 200_000]
  const part = await deliver(app, other, '', { range: `bytes=${start}-${end}` })
  t.equal(part.statusCode, 206)
  t.ok(part.rawPayload.equals(large.subarray(start, end + 1)))
})

t.test('without the store, images in memory or on disk are served', async (t) => {
  const { asset, project } = await tenantWith(t, await jpeg({ width: 1600, height: 1200 }))
  const unseen = { ...asset, assetId: await project.addAsset(await jpeg()) }
  for (const [width, settings] of [
    [300, {}],
    [301, noMemory],
  ] as const) {
    const link = await linkToStore(t)
    const app = await build(t, { ...settings, S3_ENDPOINT: link.endpoint })
    const whole = await deliver(app, asset, `w=${width}`)
    await deliver(app, asset)
    link.set('cut')
    for (let i = 0; i < 8; i += 1) {
      t.ok((await deliver(app, asset, `w=${width}`)).rawPayload.equals(whole.rawPayload))
      t.equal((await deliver(app, asset)).statusCode, 200)
      t.equal((await deliver(app, asset, `w=${width}`, {}, 'HEAD')).statusCode, 200)
      const part = await deliver(app, asset, `w=${width}`, { range: 'bytes=10-19' })
      t.ok(part.rawPayload.equals(whole.rawPayload.subarray(10, 20)))
      for (const query of ['', 'w=10']) {
        isError(t, await deliver(app, unseen, query), 503, 'STORE_UNAVAILABLE')
      }
    }
    t.equal((await deliver(app, asset, `w=${width - 100}`)).statusCode, 200, 'its input is on disk')
  }
})

t.test('a disk that cannot be used does not fail any request', async (t) => {
  const folder = t.testdir({ file: '' })
  const { asset } = await tenantWith(t, await noisePng({ width: 900, height: 700 }))
  for (const settings of [
    { CACHE_DIRECTORY: `${folder}/file/below` },
    { RENDITION_DISK_BYTES: 0 },
  ]) {
    const app = await build(t, { ...settings, ...noMemory })
    for (const query of ['', 'w=20', 'w=800&format=png', 'w=800&format=png']) {
      const responses = await Promise.all([deliver(app, asset, query), deliver(app, asset, query)])
      for (const { statusCode } of responses) t.equal(statusCode, 200, query)
    }
    t.match(await tiersOf(app), { memory: 0, disk: 0 })
  }
})

t.test(
  'the store keeps a limited number of renditions per asset, and always those of the embed',
  async (t) => {
    const { asset, stored } = await tenantWith(t, await jpeg({ width: 1600, height: 1200 }))
    const app = await build(t, { RENDITIONS_PER_ASSET: 3 })
    const object = (key: string) => renditionObject(asset.projectId, asset.assetId, recipe, key)
    const embeds = [object('320x240.webp.q77'), object('640x480.avif.q60')]
    await deliver(app, asset, 'w=320&format=webp')
    await deliver(app, asset, 'w=640&format=avif')
    await until(async () => (await stored()).length === 2)
    for (let width = 100; width < 108; width += 1) {
      await deliver(app, asset, `w=${width}&format=webp`)
      const latest = object(`${width}x${Math.round(width * 0.75)}.webp.q77`)
      await until(async () => (await stored()).includes(latest))
      const keys = await stored()
      t.ok(keys.length <= 5, `${keys.length}`)
      for (const embed of embeds) t.ok(keys.includes(embed))
    }
  },
)
