import { once } from 'node:events'
import { request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { listen } from '../build.js'
import {
  createApiKey,
  createFolder,
  createProject,
  createWidget,
  join,
  register,
  upload,
} from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { app, owner, project, url: base } = await createScene(t)

t.test('a PUT or DELETE that is repeated with its key gets the first answer', async (t) => {
  const widget = await createWidget(owner, project.id)
  const asset = await upload(owner, project.id)
  const folder = await createFolder(owner, project.id)
  const key = await createApiKey(owner, project.id)
  const doomed = await createProject(owner)
  const url = `${base}/widgets/${widget.id}`
  const calls: ['PUT' | 'DELETE', string, object?][] = [
    ['PUT', url, { ...widget, name: 'Renamed', status: 'PUBLISHED' }],
    ['PUT', `${url}/unpublish`],
    ['PUT', `${url}/publish`],
    ['PUT', `${base}/assets/${asset.id}`, { altText: 'A dune' }],
    ['PUT', `${base}/folders/${folder.id}`, { name: 'Renamed' }],
    ['DELETE', url],
    ['DELETE', `${base}/assets/${asset.id}`],
    ['DELETE', `${base}/folders/${folder.id}?recursive=true`],
    ['DELETE', `${base}/api-keys/${key.id}`],
    ['DELETE', `/api/projects/${doomed.id}`],
    ['PUT', '/api/auth/me', { name: 'Renamed' }],
  ]
  for (const [method, url, payload] of calls) {
    const what = `${method} ${url}`
    const current = await owner.get(url.replace(/\/(un)?publish$/, ''))
    const { revision } = current.statusCode === 200 ? current.json() : { revision: undefined }
    const ifMatch = revision === undefined ? '*' : `"${revision}"`
    const headers = { 'idempotency-key': freshName('key'), 'if-match': ifMatch }
    const send = () => owner.send({ method, url, headers, ...(payload && { payload }) })
    const first = await send()
    t.match(first.statusCode, /^20[04]$/, `${what}: ${first.body}`)
    const again = await send()
    t.equal(again.statusCode, first.statusCode, what)
    t.equal(again.body, first.body, what)
    t.equal(again.headers.etag, first.headers.etag, what)
    t.equal(again.headers['idempotency-replayed'], 'true', what)
    const timing = first.headers['server-timing']
    if (timing) t.match(again.headers['server-timing'], /^everywhere/, what)
  }
})

t.test('a repeated call is answered though the first one has ended its own right', async (t) => {
  const other = await join(app, owner, 'ADMIN')
  const url = `/api/organizations/${owner.organizationId}/members/${other.userId}`
  for (const request of [
    { method: 'PUT', url, payload: { role: 'VIEWER' } },
    { method: 'DELETE', url },
  ] as const) {
    const headers = { 'idempotency-key': freshName('key') }
    const first = await other.send({ ...request, headers })
    t.match(first.statusCode, /^20[04]$/)
    t.equal((await other.send({ ...request, headers })).body, first.body)
  }
})

t.test('a key is of one caller and one request, and only a live token may use it', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const url = `${base}/widgets/${id}`
  const headers = { 'idempotency-key': freshName('key') }
  const rename = { method: 'PUT' as const, url, headers, payload: { name: 'Renamed' } }
  t.equal((await owner.send(rename)).statusCode, 200)
  for (const other of [
    { ...rename, payload: { name: 'Other' } },
    { ...rename, url: `${url}/publish` },
    { method: 'DELETE' as const, url, headers },
  ]) {
    isError(t, await owner.send(other), 409, 'IDEMPOTENCY_KEY_REUSED')
  }
  const stranger = await register(app)
  isError(t, await stranger.send(rename), 403, 'FORBIDDEN')
  const broken = { ...rename, headers: { 'idempotency-key': 'white space' } }
  isError(t, await owner.send(broken), 400, 'VALIDATION_FAILED', { fields: ['Idempotency-Key'] })

  const leaver = await register(app)
  const own = { ...rename, url: '/api/auth/me' }
  t.equal((await leaver.send(own)).statusCode, 200)
  await leaver.post('/api/auth/logout', { refreshToken: leaver.refreshToken })
  isError(t, await leaver.send(own), 401, 'SESSION_ENDED')
})

t.test('the same call at the same time takes effect once', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const headers = { 'idempotency-key': freshName('key'), 'if-match': '"1"' }
  const call = { method: 'PUT' as const, url: `${base}/widgets/${id}/publish`, headers }
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.send(call)))
  for (const { statusCode, body } of answers) t.equal(statusCode, 200, body)
  t.equal(new Set(answers.map(({ body }) => body)).size, 1)
})

t.test('none of 200 calls with If-Match that are repeated after a cut answer fails', async (t) => {
  const { port } = new URL(await listen(app))
  const { id } = await createWidget(owner, project.id)
  const url = `${base}/widgets/${id}`

  /** Sends the call and closes the connection after some turns of the event loop. */
  const cut = async (headers: Record<string, string>, body: string, turns: number) => {
    const sent = request({ port, path: url, method: 'PUT', headers })
    sent.on('error', () => undefined)
    sent.end(body)
    await once(sent, 'finish')
    for (let i = 0; i < turns; i += 1) await setImmediate()
    sent.destroy()
  }

  for (let revision = 1; revision <= 200; revision += 1) {
    const body = JSON.stringify({ name: `Name ${revision}` })
    const headers = {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      'idempotency-key': freshName('key'),
      'if-match': `"${revision}"`,
    }
    await cut(headers, body, revision % 40)
    const answer = await owner.send({ method: 'PUT', url, headers, payload: body })
    if (answer.statusCode !== 200) t.fail(`${revision}: ${answer.statusCode} ${answer.body}`)
    if (answer.json().revision !== revision + 1) t.fail(answer.body)
  }
  t.equal((await owner.get(url)).json().revision, 201)
})
