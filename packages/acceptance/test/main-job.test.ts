import { jpeg, readCorners } from '@vitrine/testing'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { createClient, newTenant } from './client.js'
import { startServices } from './services.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

function isError(t: Test, answer: { status: number; body: unknown }, status: number, path: string) {
  t.equal(answer.status, status)
  t.match(answer.body, { status, error: /\w/, message: /\w/, timestamp, code: /^[A-Z_]+$/ })
  t.equal((answer.body as { path: string }).path, path)
}

t.test('the main workflow, from registration to deletion, over HTTP', async (t) => {
  const { management, delivery } = await startServices(t)
  const [{ url: base }] = delivery
  const visitor = createClient({ url: base })
  const anonymous = createClient(management)

  const { client, registration, organizationId, projectId, path } = await newTenant(management)

  await t.test('log in, read and rename the organization', async (t) => {
    const { email, password } = registration
    const login = await anonymous.post('/api/auth/login', { email: email.toUpperCase(), password })
    t.equal(login.status, 200)
    t.match(login.body, {
      accessToken: /^ey/,
      refreshToken: /\w/,
      tokenType: 'Bearer',
      expiresIn: 900,
      organizationId,
      user: { id: uuid, name: 'Ann', email },
    })
    const organization = `/api/organizations/${organizationId}`
    isError(t, await anonymous.get(organization), 401, organization)
    const read = await client.get(organization)
    t.equal(read.status, 200)
    t.match(read.body, { id: organizationId, createdAt: timestamp, updatedAt: timestamp })
    const renamed = await client.put(organization, { name: 'Renamed' })
    t.equal(renamed.status, 200)
    t.match(renamed.body, { id: organizationId, name: 'Renamed' })
  })

  // Stored rotated, displayed upright: 600 × 400.
  const original = await jpeg({ width: 600, height: 400, orientation: 6 })
  const uploaded = await client.upload<{ id: string; originalUrl: string }>(
    `${path}/assets`,
    original,
    'sea side.jpg',
  )
  const assetId = uploaded.body.id
  const pictureUrl = `${base}/api/v1/deliver/${projectId}/${assetId}`

  await t.test('an upload returns every field of the asset', async (t) => {
    t.equal(uploaded.status, 201)
    const { revision, createdAt, updatedAt, ...rest } = uploaded.body as Record<string, unknown>
    t.equal(revision, 1)
    t.match(createdAt, timestamp)
    t.match(updatedAt, timestamp)
    t.strictSame(rest, {
      id: assetId,
      projectId,
      folderId: null,
      filename: 'sea side.jpg',
      originalUrl: pictureUrl,
      contentType: 'image/jpeg',
      sizeBytes: original.length,
      width: 600,
      height: 400,
      altText: null,
      tags: [],
      metadata: '{}',
    })
    t.match(assetId, uuid)
  })

  await t.test('the asset can be described, listed and read', async (t) => {
    const described = await client.put(`${path}/assets/${assetId}`, {
      altText: 'The sea',
      tags: ['sea', 'summer'],
      metadata: { photographer: 'Ann', year: 2026 },
    })
    t.equal(described.status, 200)
    t.match(described.body, {
      altText: 'The sea',
      tags: ['sea', 'summer'],
      metadata: '{"photographer":"Ann","year":2026}',
      filename: 'sea side.jpg',
    })
    t.strictSame((await client.get(`${path}/assets/${assetId}`)).body, described.body)
    t.strictSame((await client.get(`${path}/assets`)).body, {
      content: [described.body],
      totalElements: 1,
      totalPages: 1,
      size: 20,
      number: 0,
      first: true,
      last: true,
      nextCursor: null,
    })
  })

  await t.test('an undecodable file is rejected', async (t) => {
    const fake = await client.upload(`${path}/assets`, Buffer.from('GIF89a, or not'), 'x.gif')
    isError(t, fake, 400, `${path}/assets`)
  })

  await t.test(
    'the image is public: the original bytes, and an upright resized rendition',
    async (t) => {
      const response = await fetch(pictureUrl)
      t.equal(response.status, 200)
      t.equal(response.headers.get('content-type'), 'image/jpeg')
      t.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      t.ok(Buffer.from(await response.arrayBuffer()).equals(original))

      const resized = await fetch(`${pictureUrl}?w=120&h=80&format=webp`)
      t.equal(resized.headers.get('content-type'), 'image/webp')
      const bytes = Buffer.from(await resized.arrayBuffer())
      const { format, width, height } = await sharp(bytes).metadata()
      t.same({ format, width, height }, { format: 'webp', width: 120, height: 80 })
      t.same(await readCorners(bytes), ['red', 'green', 'blue', 'yellow'])

      isError(
        t,
        await visitor.get(`${pictureUrl.slice(base.length)}?w=0`),
        400,
        pictureUrl.slice(base.length),
      )
    },
  )

  const created = await client.post<{ id: string }>(`${path}/widgets`, {
    name: 'Hero',
    slug: 'hero',
    assetIds: [assetId, assetId],
    layout: 'CAROUSEL',
    config: { autoplay: true, autoplaySpeed: 4000, showDots: false, custom_key: 1 },
    theme: { backgroundColor: '#fff' },
  })
  const widgetPath = `${path}/widgets/${created.body.id}`

  await t.test('a new widget is a draft', async (t) => {
    t.equal(created.status, 201)
    t.match(created.body, {
      id: uuid,
      projectId,
      name: 'Hero',
      slug: 'hero',
      assetIds: [assetId, assetId],
      layout: 'CAROUSEL',
      config: { autoplay: true, autoplaySpeed: 4000, showDots: false, custom_key: 1 },
      theme: { backgroundColor: '#fff' },
      status: 'DRAFT',
      publishedAt: null,
      createdAt: timestamp,
    })
    const again = await client.post(`${path}/widgets`, {
      name: 'Other',
      slug: 'hero',
      assetIds: [],
      layout: 'GRID',
    })
    isError(t, again, 409, `${path}/widgets`)
  })

  const madeKey = await client.post<{ id: string; key: string }>(`${path}/api-keys`, {
    name: 'web',
  })
  const { id: keyId, key } = madeKey.body
  const hero = `/api/v1/widgets/hero?api_key=${key}`

  await t.test('a key is shown once', async (t) => {
    t.equal(madeKey.status, 201)
    const { revision, createdAt, ...rest } = madeKey.body as Record<string, unknown>
    t.equal(revision, 1)
    t.match(createdAt, timestamp)
    t.match(key, /^pk_[0-9A-Za-z]{38}$/)
    t.strictSame(rest, {
      id: keyId,
      name: 'web',
      key,
      keyPrefix: key.slice(0, 11),
      permissions: 'READ',
      allowedOrigins: [],
      expiresAt: null,
    })
    const listed = await client.get<Record<string, unknown>[]>(`${path}/api-keys`)
    const [only] = listed.body
    t.equal(listed.body.length, 1)
    t.strictSame(Object.keys(only ?? {}).sort(), [
      'allowedOrigins',
      'createdAt',
      'expiresAt',
      'id',
      'keyPrefix',
      'lastUsed',
      'name',
      'permissions',
      'projectId',
      'revision',
    ])
  })

  await t.test('a published widget is available only with the key', async (t) => {
    isError(t, await visitor.get(hero), 404, '/api/v1/widgets/hero')
    t.match((await client.put(`${widgetPath}/publish`)).body, { status: 'PUBLISHED' })
    const fetched = await visitor.get(hero)
    t.equal(fetched.status, 200)
    const image = {
      id: assetId,
      url: pictureUrl,
      filename: 'sea side.jpg',
      contentType: 'image/jpeg',
      width: 600,
      height: 400,
      altText: 'The sea',
    }
    t.strictSame(fetched.body, {
      widget: {
        id: created.body.id,
        slug: 'hero',
        layout: 'CAROUSEL',
        config: '{"autoplay":true,"autoplaySpeed":4000,"showDots":false,"custom_key":1}',
        theme: '{"backgroundColor":"#fff"}',
      },
      assets: [image, image],
    })
    const byHeader = await fetch(`${base}/api/v1/widgets/hero`, { headers: { 'x-api-key': key } })
    t.strictSame(await byHeader.json(), fetched.body)

    isError(t, await visitor.get('/api/v1/widgets/hero'), 401, '/api/v1/widgets/hero')
    const stranger = await newTenant(management)
    const theirs = await stranger.client.post<{ key: string }>(`${stranger.path}/api-keys`, {
      name: 'theirs',
    })
    const foreign = await visitor.get(`/api/v1/widgets/hero?api_key=${theirs.body.key}`)
    isError(t, foreign, 403, '/api/v1/widgets/hero')
  })

  await t.test(
    'an edit, unpublish, revoke or delete takes effect on the next request',
    async (t) => {
      await client.put(widgetPath, { theme: { backgroundColor: '#000' } })
      t.match((await visitor.get(hero)).body, { widget: { theme: '{"backgroundColor":"#000"}' } })

      t.match((await client.put(`${widgetPath}/unpublish`)).body, { status: 'DRAFT' })
      isError(t, await visitor.get(hero), 404, '/api/v1/widgets/hero')
      await client.put(`${widgetPath}/publish`)
      t.equal((await visitor.get(hero)).status, 200)

      const deleted = await client.delete(`${path}/assets/${assetId}`)
      t.equal(deleted.status, 204)
      t.equal(deleted.body, null)
      t.strictSame((await visitor.get<{ assets: unknown[] }>(hero)).body.assets, [])
      for (const query of ['', '?w=120&h=80&format=webp']) {
        t.equal((await fetch(`${pictureUrl}${query}`)).status, 404, query)
      }
      t.strictSame((await client.get<{ assetIds: string[] }>(widgetPath)).body.assetIds, [])

      t.equal((await client.delete(`${path}/api-keys/${keyId}`)).status, 204)
      isError(t, await visitor.get(hero), 401, '/api/v1/widgets/hero')
    },
  )

  await t.test('no log line contains a secret', async (t) => {
    const log = management.output() + delivery.map((service) => service.output()).join('')
    t.match(log, '"status":201')
    for (const secret of [key, registration.password, 'Bearer ey']) t.notMatch(log, secret)
  })
})
