import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { publicUrl } from '../build.js'
import { type SentAsset, upload } from '../client.js'
import { createScene } from '../scene.js'

const { owner, projectId } = await createScene(t)
const url = `/api/projects/${projectId}/assets`
const point = { x: 0.25, y: 0.75 }
const get = async ({ id }: SentAsset) => (await owner.get(`${url}/${id}`)).json<SentAsset>()
const put = (asset: SentAsset, body: object) => owner.put(`${url}/${asset.id}`, body)

t.test('a focal point is set, changed and removed, and each raises the version', async (t) => {
  const asset = await upload(owner, projectId)
  const address = `${publicUrl}/api/v1/deliver/${projectId}/${asset.id}`
  t.match(asset, { version: 1, focalPoint: null, originalUrl: address })
  const steps = [point, { x: 0, y: 1 }, null] as const
  for (const [index, focalPoint] of steps.entries()) {
    const version = index + 2
    const response = await put(asset, { focalPoint })
    t.equal(response.statusCode, 200)
    const shown = { version, revision: version, focalPoint, originalUrl: `${address}?v=${version}` }
    t.match(response.json(), shown)
    t.match(await get(asset), shown)
  }
  t.match((await put(asset, { focalPoint: null, altText: 'x' })).json(), { version: 4 })
})

t.test('what leaves the bytes as they are keeps the version', async (t) => {
  const asset = await upload(owner, projectId)
  await put(asset, { focalPoint: point })
  const body = { altText: 'A', tags: ['a'], filename: 'b.jpg', focalPoint: point }
  t.match((await put(asset, body)).json(), { version: 2, revision: 3 })
  t.match((await put(asset, await get(asset))).json(), { version: 2, revision: 3 })
})

t.test('a version of one’s own and a point beyond the picture are refused', async (t) => {
  const asset = await upload(owner, projectId)
  const table: [body: object, field: string][] = [
    [{ version: 2 }, 'version'],
    [{ focalPoint: { x: 1.01, y: 0 } }, 'focalPoint.x'],
    [{ focalPoint: { x: -0.01, y: 0 } }, 'focalPoint.x'],
    [{ focalPoint: { x: '0', y: 0 } }, 'focalPoint.x'],
    [{ focalPoint: { x: 0 } }, 'focalPoint.y'],
    [{ focalPoint: { ...point, z: 0 } }, 'focalPoint.z'],
    [{ focalPoint: 'centre' }, 'focalPoint'],
    [{ focalPoint: [0, 0] }, 'focalPoint'],
  ]
  for (const [body, field] of table) {
    const response = await put(asset, body)
    t.equal(response.statusCode, 400, JSON.stringify(body))
    t.match(response.json(), { details: [{ field }] })
  }
  t.match(await get(asset), { version: 1, revision: 1 })
})

t.test('an upload takes a focal point, as JSON', async (t) => {
  const file = { name: 'file', filename: 'a.jpg', content: await jpeg() }
  const send = (content: string, contentType?: string) =>
    owner.postParts(url, [
      { name: 'focalPoint', content, ...(contentType && { contentType }) },
      file,
    ])
  for (const contentType of [undefined, 'application/json']) {
    const response = await send(JSON.stringify(point), contentType)
    t.equal(response.statusCode, 201)
    const asset = response.json<SentAsset>()
    t.match(asset, { version: 1, focalPoint: point })
    t.match(await get(asset), { focalPoint: point })
  }
  t.match((await send('')).json(), { focalPoint: null })
  for (const content of ['0.5,0.5', '{"x":2,"y":0}', '{', 'null', '[]']) {
    const response = await send(content)
    t.equal(response.statusCode, 400, content)
    t.match(response.json().details[0].field, /^focalPoint/)
  }
})

t.test('a bulk update sets focal points, and keeps those that it leaves out', async (t) => {
  const [one, two, three] = [
    await upload(owner, projectId),
    await upload(owner, projectId),
    await upload(owner, projectId),
  ]
  await put(three, { focalPoint: point })
  const assets = [
    { id: one.id, focalPoint: point },
    { id: two.id, altText: 'A' },
    { id: three.id, tags: ['x'] },
  ]
  t.equal((await owner.post(`${url}/bulk`, { action: 'update', assets })).statusCode, 200)
  t.match(await get(one), { focalPoint: point, version: 2 })
  t.match(await get(two), { focalPoint: null, version: 1 })
  t.match(await get(three), { focalPoint: point, version: 2 })
  const cleared = [{ id: three.id, focalPoint: null }]
  await owner.post(`${url}/bulk`, { action: 'update', assets: cleared })
  t.match(await get(three), { focalPoint: null, version: 3 })
  const moved = { action: 'move', assetIds: [one.id], folderId: null }
  await owner.post(`${url}/bulk`, moved)
  t.match(await get(one), { focalPoint: point, version: 2 })
})

t.test('the history has the former and the new point', async (t) => {
  const asset = await upload(owner, projectId)
  await put(asset, { focalPoint: point })
  const { content } = (await owner.get(`${url}/${asset.id}/history`)).json()
  t.match(content[0], {
    action: 'asset.update',
    changes: { focalPoint: { from: null, to: point } },
  })
})
