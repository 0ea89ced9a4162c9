import { createHash, randomUUID } from 'node:crypto'
import { animatedWebp, avif, gif, heic, jpeg, png, tiff } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, dead } from '../build.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const headersOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const { date, connection, 'x-request-id': id, ...rest } = headers
  return rest
}

t.test('an original is delivered bit for bit, with all header fields for caches', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const pictures: [string, Buffer][] = [
    ['image/jpeg', await jpeg({ orientation: 6, gps: true })],
    ['image/png', await png({ alpha: true })],
    ['image/webp', await animatedWebp()],
    ['image/gif', await gif()],
    ['image/avif', await avif()],
    ['image/heic', heic()],
    ['image/tiff', await tiff()],
  ]
  for (const [contentType, picture] of pictures) {
    await t.test(contentType, async (t) => {
      const createdAt = new Date('2026-03-04T05:06:07.890Z')
      const assetId = await project.addAsset(picture, { createdAt })
      const response = await deliver(app, { projectId: project.id, assetId })
      t.equal(response.statusCode, 200)
      t.ok(response.rawPayload.equals(picture))
      t.strictSame(headersOf(response), {
        'referrer-policy': 'no-referrer',
        'content-type': contentType,
        'content-length': String(picture.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'cache-tag': `project-${project.id},asset-${assetId}`,
        'cdn-tag': `project-${project.id},asset-${assetId}`,
        'surrogate-key': `project-${project.id} asset-${assetId}`,
        etag: `"${createHash('sha256').update(picture).digest('hex').slice(0, 32)}"`,
        'last-modified': 'Wed, 04 Mar 2026 05:06:07 GMT',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'ETag, Accept-Ranges, Content-Range, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
        'content-disposition': `inline; filename="${assetId}.${contentType.slice(6)}"`,
      })
    })
  }
})

t.test('HEAD has the headers of GET, for originals and for renditions', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const asset = { projectId: project.id, assetId: await project.addAsset(await jpeg()) }
  for (const query of ['', 'w=20', 'format=auto', 'format=webp&w=30&h=10']) {
    const get = await deliver(app, asset, query)
    const head = await deliver(app, asset, query, {}, 'HEAD')
    t.equal(head.statusCode, 200, query)
    t.equal(head.body, '')
    t.strictSame(headersOf(head), headersOf(get))
    t.equal(get.headers['content-length'], String(get.rawPayload.length))
    const partial = await deliver(app, asset, query, { range: 'bytes=0-3' }, 'HEAD')
    t.equal(partial.statusCode, 200, 'a range applies to GET only')
    t.strictSame(headersOf(partial), headersOf(get))
  }
})

t.test('a client that has the bytes gets a 304 before any byte is read', async (t) => {
  const app = await build(t, dead.store)
  const source = await build(t)
  const project = await (await createTenant(t)).addProject()
  const asset = { projectId: project.id, assetId: await project.addAsset(await jpeg()) }
  for (const query of ['', 'w=20', 'format=auto&w=20']) {
    const { headers } = await deliver(source, asset, query)
    const [etag, lastModified] = [String(headers.etag), String(headers['last-modified'])]
    const before = new Date(Date.parse(lastModified) - 1000).toUTCString()
    const fresh: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}` },
      { 'if-none-match': `"x", ${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': lastModified },
      { 'if-none-match': etag, 'if-modified-since': before },
      { 'if-none-match': etag, range: 'bytes=0-3' },
    ]
    for (const condition of fresh) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await deliver(app, asset, query, condition, method)
        t.equal(response.statusCode, 304, JSON.stringify(condition))
        t.equal(response.body, '')
        for (const name of ['etag', 'cache-control', 'vary', 'last-modified']) {
          t.equal(response.headers[name], headers[name], name)
        }
      }
    }
    const stale: Record<string, string>[] = [
      { 'if-none-match': '"x"' },
      { 'if-none-match': etag.slice(1, -1) },
      { 'if-modified-since': before },
      { 'if-none-match': '"x"', 'if-modified-since': lastModified },
    ]
    for (const condition of stale) {
      t.equal((await deliver(source, asset, query, condition)).statusCode, 200)
    }
  }
})

t.test('a missing image is 404, an invalid address 400', async (t) => {
  const app = await build(t)
  const tenant = await createTenant(t)
  const [project, other] = [await tenant.addProject(), await tenant.addProject()]
  const assetId = await project.addAsset(await jpeg())
  const projectId = project.id
  const notFound = [
    ['an unknown asset', { projectId, assetId: randomUUID() }],
    ['an asset of another project', { projectId: other.id, assetId }],
    ['an unknown project', { projectId: randomUUID(), assetId }],
  ] as const
  for (const [what, address] of notFound) {
    await t.test(what, async (t) => {
      for (const query of ['', 'w=10']) {
        const headers = { range: 'bytes=0-3', 'if-none-match': '*' }
        for (const sent of [{}, headers]) {
          isError(t, await deliver(app, address, query, sent), 404, 'ASSET_NOT_FOUND')
          isError(t, await deliver(app, address, query, sent, 'HEAD'), 404, '')
        }
      }
    })
  }
  for (const wrong of ['x', `${assetId}x`, assetId.replaceAll('-', ''), '%00', `{${assetId}}`]) {
    const asAsset = await deliver(app, { projectId, assetId: wrong })
    isError(t, asAsset, 400, 'VALIDATION_FAILED')
    t.same(asAsset.json().details, [{ field: 'assetId', message: 'must be a UUID' }])
    const asProject = await deliver(app, { projectId: wrong, assetId })
    t.same(asProject.json().details, [{ field: 'projectId', message: 'must be a UUID' }])
  }
})

t.test('an address in capitals is the same address', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const asset = { projectId: project.id, assetId: await project.addAsset(await jpeg()) }
  const inCapitals = {
    projectId: asset.projectId.toUpperCase(),
    assetId: asset.assetId.toUpperCase(),
  }
  for (const query of ['', 'w=10']) {
    const [one, other] = [await deliver(app, asset, query), await deliver(app, inCapitals, query)]
    t.strictSame(headersOf(other), headersOf(one))
    t.ok(other.rawPayload.equals(one.rawPayload))
  }
})

t.test(
  'without the object store bytes are 503, answers from the row alone still work',
  async (t) => {
    const app = await build(t, dead.store)
    const project = await (await createTenant(t)).addProject()
    const picture = await jpeg()
    const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
    for (const query of ['', 'w=10', 'format=auto&w=10']) {
      isError(t, await deliver(app, asset, query), 503, 'STORE_UNAVAILABLE')
      const partial = await deliver(app, asset, query, { range: 'bytes=0-3' })
      isError(t, partial, 503, 'STORE_UNAVAILABLE')
    }
    isError(t, await deliver(app, asset, 'w=10', {}, 'HEAD'), 503, '')
    const head = await deliver(app, asset, '', {}, 'HEAD')
    t.equal(head.statusCode, 200)
    t.equal(head.headers['content-length'], String(picture.length))
  },
)

t.test('any other method is a 405 that lists the allowed ones', async (t) => {
  const app = await build(t)
  const url = `/api/v1/deliver/${randomUUID()}/${randomUUID()}`
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const response = await app.inject({ method, url })
    isError(t, response, 405, 'METHOD_NOT_ALLOWED')
    t.equal(response.headers.allow, 'GET, HEAD')
  }
})
