import { createHash } from 'node:crypto'
import { createClient, orThrow } from '@vitrine/sdk'
import { jpeg, readCorners } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount, send } from './account.js'
import { isError, timestamp } from './answers.js'
import { startServices } from './services.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const project = '/api/projects/{projectId}'

t.test('the main workflow, from registration to deletion, over HTTP', async (t) => {
  const { management, delivery } = await startServices(t)
  const [{ url: base }] = delivery
  const visitor = createClient({ baseUrl: base })
  const anonymous = createClient({ baseUrl: management.url })

  const { vitrine, registration, organizationId, projectId } = await newAccount(management.url)
  const params = { path: { projectId } }
  const path = `/api/projects/${projectId}`

  await t.test('log in, read and rename the organization', async (t) => {
    const { email, password } = registration
    const login = await anonymous.POST('/api/auth/login', {
      body: { email: email.toUpperCase(), password },
    })
    t.equal(login.response.status, 200)
    t.match(login.data, {
      accessToken: /^ey/,
      refreshToken: /\w/,
      tokenType: 'Bearer',
      expiresIn: 900,
      organizationId,
      user: { id: uuid, name: 'Ann', email },
    })
    const organization = '/api/organizations/{orgId}'
    const params = { path: { orgId: organizationId } }
    const refused = await anonymous.GET(organization, { params })
    isError(t, refused, 401, `/api/organizations/${organizationId}`)
    const read = await vitrine.GET(organization, { params })
    t.equal(read.response.status, 200)
    t.match(read.data, { id: organizationId, createdAt: timestamp, updatedAt: timestamp })
    const renamed = await vitrine.PUT(organization, { params, body: { name: 'Renamed' } })
    t.equal(renamed.response.status, 200)
    t.match(renamed.data, { id: organizationId, name: 'Renamed' })
  })

  // Stored rotated, displayed upright: 600 × 400.
  const original = await jpeg({ width: 600, height: 400, orientation: 6 })
  const uploaded = await send(vitrine, projectId, original, 'sea side.jpg')
  const assetId = uploaded.data?.id ?? ''
  const ofAsset = { params: { path: { projectId, assetId } } }
  const pictureUrl = `${base}/api/v1/deliver/${projectId}/${assetId}`

  await t.test('an upload returns every field of the asset', async (t) => {
    t.equal(uploaded.response.status, 201)
    const { revision, createdAt, updatedAt, ...rest } = { ...uploaded.data }
    t.equal(revision, 1)
    t.match(createdAt, timestamp)
    t.match(updatedAt, timestamp)
    t.match(uploaded.data?.placeholder, { color: /^#[0-9a-f]{6}$/, thumbhash: /./ })
    t.strictSame(rest, {
      id: assetId,
      projectId,
      folderId: null,
      filename: 'sea side.jpg',
      originalUrl: pictureUrl,
      contentType: 'image/jpeg',
      sizeBytes: original.length,
      sha256: createHash('sha256').update(original).digest('hex'),
      width: 600,
      height: 400,
      frameCount: 1,
      altText: null,
      decorative: false,
      version: 1,
      focalPoint: null,
      placeholder: uploaded.data?.placeholder,
      tags: [],
      metadata: '{}',
    })
    t.match(assetId, uuid)
  })

  await t.test('the asset can be described, listed and read', async (t) => {
    const described = await vitrine.PUT(`${project}/assets/{assetId}`, {
      ...ofAsset,
      body: {
        altText: 'The sea',
        tags: ['sea', 'summer'],
        metadata: { photographer: 'Ann', year: 2026 },
      },
    })
    t.equal(described.response.status, 200)
    t.match(described.data, {
      altText: 'The sea',
      tags: ['sea', 'summer'],
      metadata: '{"photographer":"Ann","year":2026}',
      filename: 'sea side.jpg',
    })
    const read = await vitrine.GET(`${project}/assets/{assetId}`, ofAsset)
    t.strictSame(read.data, described.data)
    const listed = await vitrine.GET(`${project}/assets`, { params })
    t.strictSame(listed.data, {
      content: [described.data],
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
    const fake = await send(vitrine, projectId, Buffer.from('GIF89a, or not'), 'x.gif')
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

      const tooSmall = await visitor.GET('/api/v1/deliver/{projectId}/{assetId}', {
        params: { ...ofAsset.params, query: { w: 0 } },
      })
      isError(t, tooSmall, 400, pictureUrl.slice(base.length))
    },
  )

  // Keys of a client's own do not compile where they are written, but are stored.
  const ownKeys = { custom_key: 1 }
  const created = await vitrine.POST(`${project}/widgets`, {
    params,
    body: {
      name: 'Hero',
      slug: 'hero',
      assetIds: [assetId, assetId],
      layout: 'CAROUSEL',
      config: { autoplay: true, autoplaySpeed: 4000, showDots: false, ...ownKeys },
      theme: { backgroundColor: '#fff' },
    },
  })
  const widgetId = created.data?.id ?? ''
  const ofWidget = { params: { path: { projectId, widgetId } } }
  const publish = () => orThrow(vitrine.PUT(`${project}/widgets/{widgetId}/publish`, ofWidget))

  await t.test('a new widget is a draft', async (t) => {
    t.equal(created.response.status, 201)
    t.match(created.data, {
      id: uuid,
      projectId,
      name: 'Hero',
      slug: 'hero',
      assetIds: [assetId, assetId],
      layout: 'CAROUSEL',
      config: { autoplay: true, autoplaySpeed: 4000, showDots: false, ...ownKeys },
      theme: { backgroundColor: '#fff' },
      status: 'DRAFT',
      publishedAt: null,
      createdAt: timestamp,
    })
    const again = await vitrine.POST(`${project}/widgets`, {
      params,
      body: { name: 'Other', slug: 'hero', assetIds: [], layout: 'GRID' },
    })
    isError(t, again, 409, `${path}/widgets`)
  })

  const madeKey = await vitrine.POST(`${project}/api-keys`, { params, body: { name: 'web' } })
  const { id: keyId = '', key = '' } = { ...madeKey.data }
  /** The published widget, to a page with an API key or without. */
  const fetchHero = (apiKey?: string) =>
    visitor.GET('/api/v1/widgets/{widgetSlug}', {
      params: { path: { widgetSlug: 'hero' } },
      headers: { 'X-API-Key': apiKey },
    })

  await t.test('a key is shown once', async (t) => {
    t.equal(madeKey.response.status, 201)
    const { revision, createdAt, ...rest } = { ...madeKey.data }
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
    const listed = await orThrow(vitrine.GET(`${project}/api-keys`, { params }))
    const [only] = listed
    t.equal(listed.length, 1)
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
    isError(t, await fetchHero(key), 404, '/api/v1/widgets/hero')
    t.match(await publish(), { status: 'PUBLISHED' })
    const fetched = await fetchHero(key)
    t.equal(fetched.response.status, 200)
    const image = {
      id: assetId,
      url: pictureUrl,
      filename: 'sea side.jpg',
      contentType: 'image/jpeg',
      width: 600,
      height: 400,
      focalPoint: null,
      altText: 'The sea',
      placeholder: uploaded.data?.placeholder ?? null,
      caption: null,
      link: null,
      video: null,
    }
    t.strictSame(fetched.data, {
      widget: {
        id: widgetId,
        slug: 'hero',
        layout: 'CAROUSEL',
        config: '{"autoplay":true,"autoplaySpeed":4000,"showDots":false,"custom_key":1}',
        theme: '{"backgroundColor":"#fff"}',
      },
      assets: [image, image],
    })
    const byQuery = await fetch(`${base}/api/v1/widgets/hero?api_key=${key}`)
    t.strictSame(await byQuery.json(), fetched.data)

    isError(t, await fetchHero(), 401, '/api/v1/widgets/hero')
    const stranger = await newAccount(management.url)
    const theirs = await orThrow(
      stranger.vitrine.POST(`${project}/api-keys`, {
        params: { path: { projectId: stranger.projectId } },
        body: { name: 'theirs' },
      }),
    )
    isError(t, await fetchHero(theirs.key), 403, '/api/v1/widgets/hero')
  })

  await t.test(
    'an edit, unpublish, revoke or delete takes effect on the next request',
    async (t) => {
      const theme = { backgroundColor: '#000' }
      await orThrow(vitrine.PUT(`${project}/widgets/{widgetId}`, { ...ofWidget, body: { theme } }))
      t.match((await fetchHero(key)).data, { widget: { theme: '{"backgroundColor":"#000"}' } })

      const hidden = await vitrine.PUT(`${project}/widgets/{widgetId}/unpublish`, ofWidget)
      t.match(hidden.data, { status: 'DRAFT' })
      isError(t, await fetchHero(key), 404, '/api/v1/widgets/hero')
      await publish()
      t.equal((await fetchHero(key)).response.status, 200)

      const deleted = await vitrine.DELETE(`${project}/assets/{assetId}`, ofAsset)
      t.equal(deleted.response.status, 204)
      t.equal(await deleted.response.text(), '')
      t.strictSame((await fetchHero(key)).data?.assets, [])
      for (const query of ['', '?w=120&h=80&format=webp']) {
        t.equal((await fetch(`${pictureUrl}${query}`)).status, 404, query)
      }
      const widget = await orThrow(vitrine.GET(`${project}/widgets/{widgetId}`, ofWidget))
      t.strictSame(widget.assetIds, [])

      const revoked = await vitrine.DELETE(`${project}/api-keys/{keyId}`, {
        params: { path: { projectId, keyId } },
      })
      t.equal(revoked.response.status, 204)
      isError(t, await fetchHero(key), 401, '/api/v1/widgets/hero')
    },
  )

  await t.test('no log line contains a secret', async (t) => {
    const log = management.output() + delivery.map((service) => service.output()).join('')
    t.match(log, '"status":201')
    for (const secret of [key, registration.password, 'Bearer ey']) t.notMatch(log, secret)
  })
})
