import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver, isError, type Response } from '../requests.js'
import { createTenant } from '../tenant.js'

/** The parts of an answer that do not vary per request. */
function said({ statusCode, headers, rawPayload }: Response) {
  const { date, 'x-request-id': id, connection, ...rest } = headers
  const entries = Object.entries(rest).map(([name, value]) => [name, String(value)])
  return { statusCode, headers: Object.fromEntries(entries.sort()), rawPayload }
}

const project = await (await createTenant(t)).addProject()
const assetId = await project.addAsset(await jpeg({ width: 640, height: 480 }))
const address = { projectId: project.id, assetId }
const rendition = 'w=320&format=webp'

t.test('a repeated request gets the answer of the first one', async (t) => {
  const app = await build(t, {})
  const { etag, 'last-modified': date } = (await deliver(app, address, rendition)).headers
  const cases: [query: string, headers: Record<string, string>, status: number][] = [
    ['', {}, 200],
    [rendition, {}, 200],
    [rendition, { 'if-none-match': String(etag) }, 304],
    [rendition, { 'if-modified-since': String(date) }, 304],
    [rendition, { 'if-none-match': '"other"' }, 200],
    [rendition, { 'if-match': String(etag) }, 200],
    [rendition, { 'if-match': '"other"' }, 412],
    [rendition, { range: 'bytes=0-9' }, 206],
    ['w=320&format=auto', { accept: 'image/webp' }, 200],
    ['w=320&format=auto', { accept: 'image/avif,image/webp' }, 200],
    ['w=320&format=auto', {}, 200],
    ['w=0', {}, 400],
  ]
  for (const [query, headers, status] of cases) {
    for (const method of ['GET', 'HEAD'] as const) {
      const name = `${method} ${query} ${JSON.stringify(headers)}`
      const fresh = await build(t, {})
      const cold = said(await deliver(fresh, address, query, headers, method))
      await fresh.close()
      t.equal(cold.statusCode, method === 'HEAD' && status === 206 ? 200 : status, name)
      await deliver(app, address, query, headers, method)
      const warm = said(await deliver(app, address, query, headers, method))
      if (status < 400) t.same(warm, cold, name)
      else t.equal(warm.statusCode, cold.statusCode, name)
    }
  }
})

t.test('Accept is evaluated for every request', async (t) => {
  const app = await build(t, {})
  const typeFor = async (accept: string) =>
    (await deliver(app, address, 'w=100&format=auto', { accept })).headers['content-type']
  for (const _ of ['cold', 'warm']) {
    t.equal(await typeFor('image/avif'), 'image/avif')
    t.equal(await typeFor('image/webp'), 'image/webp')
    t.equal(await typeFor('image/*'), 'image/jpeg')
  }
})

t.test('an image that does not fit into memory is served correctly', async (t) => {
  const app = await build(t, { RENDITION_MEMORY_BYTES: 0 })
  const [first, second] = [
    await deliver(app, address, rendition),
    await deliver(app, address, rendition),
  ]
  t.same(said(second), said(first))
})

t.test('a cached image of a deleted asset is gone when the delete is acknowledged', async (t) => {
  const app = await build(t, {})
  const id = await project.addAsset(await jpeg({ width: 64, height: 48 }))
  const gone = { projectId: project.id, assetId: id }
  for (const query of ['', 'w=32']) {
    await deliver(app, gone, query)
    t.equal((await deliver(app, gone, query)).statusCode, 200)
  }
  const { etag } = (await deliver(app, gone, 'w=32')).headers
  await project.deleteAsset(id)
  for (const query of ['', 'w=32']) {
    isError(t, await deliver(app, gone, query), 404, 'ASSET_NOT_FOUND')
    const again = await deliver(app, gone, query, { 'if-none-match': String(etag) })
    isError(t, again, 404, 'ASSET_NOT_FOUND')
  }
})
