import { originalObject } from '@vitrine/contracts'
import { avif, gif, jpeg, noisePng, png, webp } from '@vitrine/testing'
import { costlyPng } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { inspectPicture } from '../inspect-picture.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const project = await (await createTenant(t)).addProject()
const add = project.addPicture

t.test('a rendition of a large image is rendered from a mezzanine, not the original', async (t) => {
  const tenant = await createTenant(t)
  const owner = await tenant.addProject()
  const picture = await jpeg({ width: 3000, height: 2000 })
  const asset = { projectId: owner.id, assetId: await owner.addAsset(picture) }
  await tenant.store.removePrefix(originalObject(asset.projectId, asset.assetId))
  const made = await deliver(app, asset, 'w=640&format=webp')
  t.equal(made.statusCode, 200)
  t.match(await inspectPicture(t, made.rawPayload), {
    width: 640,
    height: 427,
    contentType: 'image/webp',
  })
  isError(t, await deliver(app, asset, 'w=2000&format=webp'), 502, 'ASSET_LOST')
})

t.test('no rendition is rendered from an original that is dearer than its pixels', async (t) => {
  const tenant = await createTenant(t)
  const owner = await tenant.addProject()
  const picture = costlyPng(await png({ width: 40, height: 30 }))
  const asset = { projectId: owner.id, assetId: await owner.addAsset(picture) }
  await tenant.store.removePrefix(originalObject(asset.projectId, asset.assetId))
  for (const query of ['w=20', 'format=webp']) {
    t.equal((await deliver(app, asset, query)).statusCode, 200, query)
  }
})

t.test('sizes', async (t) => {
  const asset = await add(await png({ width: 400, height: 300 }))
  const cases: [query: string, width: number, height: number][] = [
    ['w=200', 200, 150],
    ['h=150', 200, 150],
    ['w=100&h=100', 100, 100],
    ['w=100&h=100&fit=cover', 100, 100],
    ['w=100&h=100&fit=contain', 100, 75],
    ['w=100&h=100&fit=fill', 100, 100],
    ['w=1', 1, 1],
    ['w=100&dpr=2', 200, 150],
    ['w=100&h=50&dpr=1.5', 150, 75],
    ['w=4096', 400, 300],
    ['h=4096', 400, 300],
    ['w=4096&dpr=3', 400, 300],
    ['w=800&h=800', 300, 300],
    ['w=1600&h=800', 400, 200],
    ['w=800&h=800&fit=contain', 400, 300],
    ['fit=contain', 400, 300],
    ['dpr=2', 400, 300],
  ]
  for (const [query, width, height] of cases) {
    const response = await deliver(app, asset, query)
    t.equal(response.statusCode, 200, query)
    t.match(await inspectPicture(t, response.rawPayload), {
      contentType: 'image/png',
      width,
      height,
    })
  }
})

t.test('formats', async (t) => {
  const originals: [string, Buffer][] = [
    ['image/jpeg', await jpeg()],
    ['image/png', await png()],
    ['image/webp', await webp()],
    ['image/gif', await gif({ frames: 1 })],
    ['image/avif', await avif()],
  ]
  for (const [own, picture] of originals) {
    const asset = await add(picture)
    for (const format of ['webp', 'jpeg', 'png', 'avif', undefined]) {
      const response = await deliver(app, asset, format ? `w=32&format=${format}` : 'w=32')
      const contentType = format ? `image/${format}` : own
      t.equal(response.headers['content-type'], contentType, `${own} as ${format ?? 'its own'}`)
      t.match(await inspectPicture(t, response.rawPayload), { contentType, width: 32, height: 24 })
    }
  }
})

t.test('a higher quality gives more bytes, and has no effect on formats without one', async (t) => {
  const asset = await add(await noisePng({ width: 96, height: 96 }))
  const sizeOf = async (query: string) => (await deliver(app, asset, query)).rawPayload.length
  for (const format of ['jpeg', 'webp', 'avif']) {
    t.ok((await sizeOf(`format=${format}&q=20`)) < (await sizeOf(`format=${format}&q=90`)), format)
  }
  const [plain, asked] = [await deliver(app, asset, 'w=48'), await deliver(app, asset, 'w=48&q=5')]
  t.equal(asked.headers.etag, plain.headers.etag)
})
