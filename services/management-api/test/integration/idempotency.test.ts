import { freshEmail, freshName, jpeg, multipartBody } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { InjectOptions } from 'fastify'
import { build } from '../build.js'
import { createApiKey, createClient, createProject, createWidget, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { inDays } from '../personal-token.js'

const withKey = (key: string, request: InjectOptions): InjectOptions => ({
  method: 'POST',
  ...request,
  headers: { ...request.headers, 'idempotency-key': key },
})

t.test('a repeated call takes effect once and gets the first answer', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const { id } = await createProject(owner)
  const project = `/api/projects/${id}`
  const original = await createWidget(owner, id)
  const photo = multipartBody([{ name: 'file', filename: 'a.jpg', content: await jpeg() }])
  const calls: Record<string, InjectOptions> = {
    project: {
      url: `/api/organizations/${owner.organizationId}/projects`,
      payload: { name: freshName('Once') },
    },
    asset: {
      url: `${project}/assets`,
      payload: photo.body,
      headers: { 'content-type': photo.contentType },
    },
    widget: {
      url: `${project}/widgets`,
      payload: { name: 'W', slug: 'once', layout: 'GRID', assetIds: [] },
    },
    'API key': { url: `${project}/api-keys`, payload: { name: 'once' } },
    organization: { url: '/api/organizations', payload: { name: freshName('Once') } },
    copy: { url: `${project}/widgets/${original.id}/duplicate` },
    invitation: {
      url: `/api/organizations/${owner.organizationId}/invitations`,
      payload: { email: freshEmail(), role: 'VIEWER' },
    },
    registration: {
      url: '/api/auth/register',
      payload: {
        organizationName: freshName('org'),
        name: 'Ann',
        email: freshEmail(),
        password: 'correct horse battery',
      },
    },
  }
  for (const [what, request] of Object.entries(calls)) {
    const key = freshName('key')
    const first = await owner.send(withKey(key, request))
    const again = await owner.send(withKey(key, request))
    t.equal(first.statusCode, 201, what)
    t.equal(first.headers['idempotency-replayed'], undefined, what)
    t.equal(again.statusCode, 201, what)
    t.equal(again.body, first.body, what)
    t.equal(again.headers['idempotency-replayed'], 'true', what)
    t.match(again.headers['content-type'], 'application/json', what)
  }
  t.equal((await owner.get(`${project}/assets`)).json().totalElements, 1)
  t.equal((await owner.get(`${project}/api-keys`)).json().length, 1)
})

t.test('a secret that is no longer valid is not shown again', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const anyone = createClient(app)
  const { id: projectId } = await createProject(owner)
  const apiKeys = `/api/projects/${projectId}/api-keys`
  const rotated = await createApiKey(owner, projectId)
  const signingKeys = `/api/projects/${projectId}/signing-keys`
  const invitations = `/api/organizations/${owner.organizationId}/invitations`
  const account = { organizationName: freshName('org'), name: 'Ann', password: 'correct horse' }
  type Secret = { id: string; refreshToken: string; token: string }
  const registration = () => ({
    url: '/api/auth/register',
    payload: { ...account, email: freshEmail() },
  })
  const table: [what: string, request: InjectOptions, spoil: (made: Secret) => Promise<unknown>][] =
    [
      [
        'a revoked API key',
        { url: apiKeys, payload: { name: 'once' } },
        ({ id }) => owner.delete(`${apiKeys}/${id}`),
      ],
      [
        'an expired API key',
        { url: apiKeys, payload: { name: 'once' } },
        ({ id }) =>
          openDatabase(t).apiKey.update({ where: { id }, data: { expiresAt: new Date(0) } }),
      ],
      [
        'a revoked key that replaced another',
        { url: `${apiKeys}/${rotated.id}/rotate`, payload: { overlapSeconds: 0 } },
        ({ id }) => owner.delete(`${apiKeys}/${id}`),
      ],
      [
        'a revoked signing key',
        { url: signingKeys, payload: {} },
        ({ id }) => owner.delete(`${signingKeys}/${id}`),
      ],
      [
        'a revoked personal access token',
        {
          url: '/api/auth/tokens',
          payload: {
            ...{ name: 'once', organizationId: owner.organizationId, role: 'VIEWER' },
            ...{ expiresAt: inDays(1), password: owner.password },
          },
        },
        ({ id }) => owner.delete(`/api/auth/tokens/${id}`),
      ],
      [
        'a withdrawn invitation',
        { url: invitations, payload: { email: freshEmail(), role: 'VIEWER' } },
        ({ id }) => owner.delete(`${invitations}/${id}`),
      ],
      [
        'an accepted invitation',
        { url: invitations, payload: { email: freshEmail(), role: 'VIEWER' } },
        ({ token }) =>
          anyone.post('/api/auth/invitations/accept', {
            ...account,
            organizationName: undefined,
            token,
          }),
      ],
      [
        'an ended session',
        registration(),
        ({ refreshToken }) => anyone.post('/api/auth/logout', { refreshToken }),
      ],
      [
        'a spent refresh token',
        registration(),
        ({ refreshToken }) => anyone.post('/api/auth/refresh', { refreshToken }),
      ],
    ]
  for (const [what, request, spoil] of table) {
    const call = withKey(freshName('key'), request)
    const first = await owner.send(call)
    t.equal(first.statusCode, 201, what)
    t.equal((await owner.send(call)).body, first.body, `before: ${what}`)
    await spoil(first.json())
    const again = await owner.send(call)
    isError(t, again, 409, 'SECRET_REVOKED', { what })
    t.match(again.json().message, /Idempotency-Key/)
  }
})

t.test('ten identical concurrent calls create one resource', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const { id } = await createProject(owner)
  const request = withKey(freshName('key'), {
    url: `/api/projects/${id}/api-keys`,
    payload: { name: 'one' },
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.send(request)))
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([201]))
  t.equal(new Set(answers.map(({ body }) => body)).size, 1)
  t.equal((await owner.get(`/api/projects/${id}/api-keys`)).json().length, 1)
})

t.test('a stranger cannot use up the key of a caller without a token', async (t) => {
  const client = createClient(await build(t))
  const registration = (email: string) => ({
    url: '/api/auth/register',
    payload: {
      ...{ organizationName: freshName('org'), name: 'Ann', email },
      password: 'correct horse battery',
    },
  })
  const key = freshName('key')
  const stranger = await client.send(withKey(key, registration(freshEmail())))
  t.equal(stranger.statusCode, 201)
  const call = withKey(key, registration(freshEmail()))
  const own = await client.send(call)
  t.equal(own.statusCode, 201, own.body)
  t.equal((await client.send(call)).body, own.body)
})

t.test('the same key with another body or address is 409', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const { id } = await createProject(owner)
  const url = `/api/projects/${id}/api-keys`
  const key = freshName('key')
  await owner.send(withKey(key, { url, payload: { name: 'one' } }))
  const other = await owner.send(withKey(key, { url, payload: { name: 'two' } }))
  isError(t, other, 409, 'IDEMPOTENCY_KEY_REUSED')
  const elsewhere = await owner.send(
    withKey(key, {
      url: `/api/organizations/${owner.organizationId}/projects`,
      payload: { name: 'one' },
    }),
  )
  isError(t, elsewhere, 409, 'IDEMPOTENCY_KEY_REUSED')
})

t.test('the same key of different people is independent', async (t) => {
  const app = await build(t)
  const [first, second] = [await register(app), await register(app)]
  const key = freshName('key')
  for (const owner of [first, second]) {
    const url = `/api/organizations/${owner.organizationId}/projects`
    const answer = await owner.send(withKey(key, { url, payload: { name: 'Same' } }))
    t.equal(answer.statusCode, 201)
    t.equal(answer.json().organizationId, owner.organizationId)
  }
})

t.test('a failed call can be repeated with its key', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const { id } = await createProject(owner)
  const widgets = `/api/projects/${id}/widgets`
  const body = { name: 'W', slug: 'taken', layout: 'GRID', assetIds: [] }
  const { id: widgetId } = (await owner.post(widgets, body)).json()
  const request = withKey(freshName('key'), { url: widgets, payload: body })
  isError(t, await owner.send(request), 409, 'WIDGET_SLUG_TAKEN')
  await owner.delete(`${widgets}/${widgetId}`)
  t.equal((await owner.send(request)).statusCode, 201)
})

t.test('a malformed key is 400', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const url = `/api/organizations/${owner.organizationId}/projects`
  for (const key of ['', 'a b', 'x'.repeat(256), 'ä']) {
    const answer = await owner.send(withKey(key, { url, payload: { name: 'P' } }))
    isError(t, answer, 400, 'VALIDATION_FAILED')
    t.equal(answer.json().details[0].field, 'Idempotency-Key')
  }
})

t.test('a key expires after a day', async (t) => {
  const app = await build(t)
  const database = openDatabase(t)
  const owner = await register(app)
  const { id } = await createProject(owner)
  const request = withKey(freshName('key'), {
    url: `/api/projects/${id}/api-keys`,
    payload: { name: 'twice' },
  })
  const first = await owner.send(request)
  await database.$executeRaw`
    UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope = ${owner.userId}`
  const second = await owner.send(request)
  t.equal(second.statusCode, 201)
  t.not(second.json().key, first.json().key)
})

t.test('the stored answer is unreadable in the database', async (t) => {
  const app = await build(t)
  const database = openDatabase(t)
  const owner = await register(app)
  const { id } = await createProject(owner)
  const answer = await owner.send(
    withKey('secret-key', { url: `/api/projects/${id}/api-keys`, payload: { name: 'k' } }),
  )
  const row = await database.idempotencyKey.findFirstOrThrow({ where: { scope: owner.userId } })
  const bytes = Buffer.concat([row.keyHash, row.fingerprint, row.body ?? Buffer.alloc(0)])
  t.notOk(bytes.includes(answer.json().key))
  t.notOk(bytes.includes('secret-key'))
})

t.test('a repeated call is authorized before it gets the stored answer', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const url = `/api/organizations/${owner.organizationId}/projects`
  const request = withKey(freshName('key'), { url, payload: { name: 'P' } })
  await owner.send(request)
  isError(t, await createClient(app).send(request), 401, 'TOKEN_MISSING')
})
