import { originalObject, renditionObjects } from '@vitrine/contracts'
import { jpeg, png, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { projectRows, type Write } from '../project.js'
import { deliver, fetchWidget, isError } from '../requests.js'
import { proxyToStore } from '../store-proxy.js'
import { createTenant } from '../tenant.js'

const tenant = await createTenant(t)
const project = await tenant.addProject()
const app = await build(t)
const picture = await jpeg({ width: 300, height: 200 })
const other = await png({ width: 120, height: 120 })
const add = () => project.addPicture(picture)
const sizeOf = (bytes: Buffer) => `${bytes.readUInt32BE(16)} x ${bytes.readUInt32BE(20)}`

t.test('a version that an asset has not had yet is 404, a former one is current', async (t) => {
  const asset = await add()
  for (const query of ['v=1', 'v=01', '', 'utm=x&v=1']) {
    const { statusCode, rawPayload } = await deliver(app, asset, query)
    t.equal(statusCode, 200, query)
    t.ok(rawPayload.equals(picture), 'a version alone is the original')
  }
  const absent = ['v=2', 'v=99999999999999999999', 'v=0', 'v=', 'v=-1', 'v=1.0', 'v=1&v=1', 'v=x']
  for (const query of absent) {
    isError(t, await deliver(app, asset, query), 404, 'ASSET_NOT_FOUND')
    isError(t, await deliver(app, asset, `${query}&w=20`), 404, 'ASSET_NOT_FOUND')
    isError(t, await deliver(app, asset, query, {}, 'HEAD'), 404, '')
  }
  await project.replaceFile(asset.assetId, other)
  for (const query of ['v=2', 'v=1', '']) {
    t.ok((await deliver(app, asset, query)).rawPayload.equals(other), query)
  }
  isError(t, await deliver(app, asset, 'v=3'), 404, 'ASSET_NOT_FOUND')
})

t.test('all addresses of one rendition share its ETag', async (t) => {
  const asset = await add()
  const etags = await Promise.all(
    ['w=30', 'v=1&w=30', 'w=30&gravity=auto', 'w=30&gravity=center&v=1'].map(
      async (query) => (await deliver(app, asset, query)).headers.etag,
    ),
  )
  t.equal(new Set(etags).size, 1)
})

t.test('a second question mark is read as an ampersand', async (t) => {
  const asset = await add()
  await project.editAsset(asset.assetId, { focalX: 0.5, focalY: 0.5 })
  const at = (query: string) => deliver(app, asset, query)
  for (const query of ['v=2?w=30&format=png', 'v=2?w=30?format=png', 'format=png?v=2?w=30']) {
    t.equal(sizeOf((await at(query)).rawPayload), '30 x 20', query)
  }
  isError(t, await at('v=3?w=30'), 404, 'ASSET_NOT_FOUND')
  isError(t, await at('w=10?w=30'), 400, 'VALIDATION_FAILED')
  t.equal((await at('__proto__=1?w=30')).statusCode, 200)
})

t.test('a crop has the focal point in sight', async (t) => {
  const asset = await add()
  const cropped = (query = '') => deliver(app, asset, `w=50&h=50&format=png${query}`)
  const centred = await cropped()
  await project.editAsset(asset.assetId, { focalX: 0, focalY: 0, salientX: 1, salientY: 1 })
  const [left, right] = [await cropped(), await cropped('&gravity=auto')]
  t.notOk(left.rawPayload.equals(centred.rawPayload))
  t.notOk(right.rawPayload.equals(left.rawPayload))
  t.ok((await cropped('&gravity=focal&v=2')).rawPayload.equals(left.rawPayload))
  t.ok((await cropped('&gravity=center')).rawPayload.equals(centred.rawPayload))
  isError(t, await cropped('&gravity=middle'), 400, 'VALIDATION_FAILED')
})

t.test('a crop is not immutable until what stands out has been determined', async (t) => {
  const asset = await add()
  const { assetId } = asset
  await project.addPreset('square', { w: 50, h: 50, gravity: 'auto' })
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const crop = 'w=50&h=50&format=png&gravity=auto'
  const cacheControlOf = async (query: string) =>
    (await deliver(app, asset, query)).headers['cache-control']
  const forever = 'public, max-age=31536000, immutable'

  const before = await deliver(app, asset, crop)
  t.equal(before.headers['cache-control'], 'public, no-cache')
  const etag = before.headers.etag as string
  const again = await deliver(app, asset, crop, { 'if-none-match': etag })
  t.match(again, { statusCode: 304, headers: { 'cache-control': 'public, no-cache' } })
  for (const query of [`${crop}&v=1`, `${crop}&exp=${inAnHour}`, `preset=square&exp=${inAnHour}`]) {
    t.equal(await cacheControlOf(query), 'public, no-cache', query)
  }
  // These do not depend on the point.
  for (const query of [
    'w=50&gravity=auto',
    'w=60&h=40&gravity=auto',
    'w=50&h=50',
    'gravity=auto',
  ]) {
    t.equal(await cacheControlOf(query), forever, query)
  }

  await project.editAsset(assetId, { salientX: 1, salientY: 1 })
  const after = await deliver(app, asset, crop, { 'if-none-match': etag })
  t.match(after, { statusCode: 200, headers: { 'cache-control': forever } })
  t.notOk(after.rawPayload.equals(before.rawPayload))
  t.match(await cacheControlOf(`${crop}&exp=${inAnHour}`), /^public, max-age=3[56]\d\d, must-/)
  t.equal(await cacheControlOf(`preset=square&exp=${inAnHour}`), 'public, no-cache')
})

t.test('a widget has the address of the current version, and the focal point', async (t) => {
  const asset = await add()
  const widget = await project.addWidget({ assetIds: [asset.assetId] })
  const { key } = await project.addKey()
  const shown = async () => (await fetchWidget(app, widget.slug, key)).json().assets[0]
  const address = `http://vitrine.test/api/v1/deliver/${project.id}/${asset.assetId}`
  t.match(await shown(), { url: address, focalPoint: null })
  await project.editAsset(asset.assetId, { focalX: 0.25, focalY: 0.75 })
  t.match(await shown(), { url: `${address}?v=2`, focalPoint: { x: 0.25, y: 0.75 } })
  await project.replaceFile(asset.assetId, other)
  t.match(await shown(), { url: `${address}?v=3`, width: 120, height: 120 })
  t.notOk('version' in (await shown()))
})

t.test('a render that began before stores nothing under the new version', async (t) => {
  const proxy = await proxyToStore(t, (sent) => /^GET .*\/original$/.test(sent))
  const slow = await build(t, { S3_ENDPOINT: proxy.endpoint })
  const asset = await add()
  const { projectId, assetId } = asset
  proxy.hold()
  const before = deliver(slow, asset, 'w=60&format=png')
  await proxy.untilHeld(1)
  const former = await tenant.store.read(originalObject(projectId, assetId))
  t.ok(former)
  await project.replaceFile(assetId, other)
  proxy.open()
  // Its input is gone, so it is answered from the new file.
  t.equal(sizeOf((await before).rawPayload), '60 x 60')
  t.equal(sizeOf((await deliver(slow, asset, 'w=60&format=png')).rawPayload), '60 x 60')
  t.equal(sizeOf((await deliver(app, asset, 'w=60&format=png')).rawPayload), '60 x 60')
  t.same(await tenant.store.list(renditionObjects(projectId, assetId)), [])
})

t.test('a rendition of the former file that is stored late is not found', async (t) => {
  const proxy = await proxyToStore(t, (sent) => /^PUT .*\/renditions\//.test(sent))
  const slow = await build(t, { S3_ENDPOINT: proxy.endpoint })
  const asset = await add()
  const { projectId, assetId } = asset
  proxy.hold()
  t.equal(sizeOf((await deliver(slow, asset, 'w=60&format=png')).rawPayload), '60 x 40')
  await proxy.untilHeld(1)
  await project.replaceFile(assetId, other)
  proxy.open()
  await until(
    async () => (await tenant.store.list(renditionObjects(projectId, assetId))).length > 0,
  )
  for (const replica of [slow, app]) {
    const { rawPayload } = await deliver(replica, asset, 'w=60&format=png')
    t.equal(sizeOf(rawPayload), '60 x 60')
  }
})

t.test('a file that is replaced before a replica learns of it is not lost', async (t) => {
  const { database, store } = tenant
  const asset = await add()
  t.equal((await deliver(app, asset, '', { 'if-none-match': '*' })).statusCode, 304)
  // A process that ends before it notifies the replicas does the same.
  const write: Write = (work) => database.transaction(work)
  const silent = projectRows(asset.projectId, { write, store, folder: t.testdir() })
  await silent.replaceFile(asset.assetId, other)
  for (const query of ['', 'w=120&h=120&format=png']) {
    const answer = await deliver(app, asset, query)
    if (answer.statusCode !== 200) isError(t, answer, 503, 'OVERLOADED')
    else t.equal(sizeOf(answer.rawPayload), '120 x 120')
  }
})
