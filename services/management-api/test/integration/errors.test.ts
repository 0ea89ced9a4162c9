import { jpeg, multipartBody, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { InjectOptions } from 'fastify'
import { build } from '../build.js'
import { createClient, createProject, createWidget, register, upload } from '../client.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)
const project = await createProject(owner)
const base = `/api/projects/${project.id}`
const asset = await upload(owner, project.id)
const widget = await createWidget(owner, project.id)
const json = { 'content-type': 'application/json' }

t.test('an error contains the path without the query', async (t) => {
  const urls = [`${base}/widgets?size=0&api_key=pk_secret`, '/api/nothing?token=secret', '/api/%zz']
  for (const url of urls) {
    const response = await owner.get(url)
    t.equal(response.json().path, url.split('?')[0])
    t.notMatch(response.body, 'secret')
  }
})

t.test('a request id sent by the client is returned and included in the error', async (t) => {
  const headers = { 'x-request-id': 'order-66' }
  const response = await owner.send({ url: '/api/nothing', headers })
  isError(t, response, 404, 'ROUTE_NOT_FOUND')
  t.equal(response.json().requestId, 'order-66')
  const fine = await owner.send({ url: base, headers })
  t.equal(fine.headers['x-request-id'], 'order-66')
})

t.test('an unsupported method is 405 and lists the supported ones', async (t) => {
  const table: [method: 'POST' | 'PATCH' | 'DELETE', url: string, allowed: string[]][] = [
    ['DELETE', '/api/auth/login', ['POST']],
    ['PATCH', base, ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['PATCH', `${base}/assets/${asset.id}`, ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['POST', `${base}/widgets/${widget.id}/publish`, ['PUT']],
  ]
  for (const [method, url, allowed] of table) {
    const response = await owner.send({ method, url })
    isError(t, response, 405, 'METHOD_NOT_ALLOWED')
    t.same(String(response.headers.allow).split(', ').sort(), allowed)
  }
})

t.test('a body that is not a JSON object is rejected by every call with a body', async (t) => {
  const calls: [method: 'POST' | 'PUT', url: string][] = [
    ['POST', '/api/auth/register'],
    ['POST', '/api/auth/login'],
    ['PUT', `/api/organizations/${owner.organizationId}`],
    ['POST', `/api/organizations/${owner.organizationId}/projects`],
    ['PUT', `${base}/assets/${asset.id}`],
    ['POST', `${base}/widgets`],
    ['PUT', `${base}/widgets/${widget.id}`],
    ['POST', `${base}/api-keys`],
  ]
  const multipart = multipartBody([{ name: 'file', filename: 'a.jpg', content: await jpeg() }])
  const bodies: [request: InjectOptions, status: number, code: Parameters<typeof isError>[3]][] = [
    [{ headers: json, payload: '{"name":' }, 400, 'MALFORMED_BODY'],
    [{ headers: json, payload: '{"__proto__":{"a":1}}' }, 400, 'MALFORMED_BODY'],
    [{ headers: json, payload: '[]' }, 400, 'VALIDATION_FAILED'],
    [{ headers: json, payload: '"text"' }, 400, 'VALIDATION_FAILED'],
    [{ headers: json, payload: 'null' }, 400, 'VALIDATION_FAILED'],
    [{ headers: json }, 400, 'VALIDATION_FAILED'],
    [{}, 400, 'VALIDATION_FAILED'],
    [
      { headers: json, payload: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }) },
      413,
      'BODY_TOO_LARGE',
    ],
    [{ payload: '{}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ headers: { 'content-type': 'text/plain' }, payload: '{}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      { headers: { 'content-type': multipart.contentType }, payload: multipart.body },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ]
  for (const [method, url] of calls) {
    for (const [request, status, code] of bodies) {
      const response = await owner.send({ ...request, method, url })
      isError(t, response, status, code, { what: `${method} ${url}: ${status} ${code}` })
    }
  }
})

t.test('a failed upload has the same error body as other calls', async (t) => {
  const url = `${base}/assets`
  isError(t, await owner.postParts(url, []), 400, 'INVALID_UPLOAD', { fields: ['file'] })
  const part = { name: 'file', filename: 'a.jpg', content: 'no picture' }
  isError(t, await owner.postParts(url, [part]), 400, 'UNSUPPORTED_IMAGE')
  isError(t, await createClient(app).postParts(url, [part]), 401, 'TOKEN_MISSING')
})

t.test('an unreachable database is 503 with Retry-After, without internal details', async (t) => {
  const url = 'postgresql://vitrine:hunter2@127.0.0.1:1/vitrine'
  const cutOff = await build(t, { DATABASE_URL: url, DATABASE_TIMEOUT_MS: 2000 })
  const client = createClient(cutOff, owner.token)
  for (const path of [base, '/api/auth/me', `${base}/widgets`]) {
    const response = await client.get(path)
    isError(t, response, 503, 'DATABASE_UNAVAILABLE')
    t.match(response.headers['retry-after'], /^[1-9]\d*$/)
    t.notMatch(response.body, /hunter2|127\.0\.0\.1|ECONNREFUSED/)
  }
  const login = { email: owner.email, password: owner.password }
  isError(t, await client.post('/api/auth/login', login), 503, 'DATABASE_UNAVAILABLE')
})

t.test('every call works without Redis', async (t) => {
  const cutOff = await build(t, { REDIS_URL: 'redis://127.0.0.1:1' })
  const client = createClient(cutOff, owner.token)
  const checks = async () => (await client.get('/readyz')).json().checks
  await until(async () => (await checks())?.database === 'up')
  t.match(await checks(), { cache: 'down' })
  const { id } = await createWidget(client, project.id)
  t.equal((await client.put(`${base}/widgets/${id}/publish`)).statusCode, 200)
  t.equal((await client.delete(`${base}/widgets/${id}`)).statusCode, 204)
})
