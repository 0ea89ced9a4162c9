import t from '@vitrine/testing/t'
import { createWidget, register, upload } from '../client.js'
import { call, endpoints, nameOf } from '../endpoints.js'
import { isError } from '../error-answer.js'
import { createOneOfEach } from '../one-of-each.js'
import { createScene } from '../scene.js'

const { app, owner, project, url: base } = await createScene(t)

const putIf = (url: string, ifMatch: string, payload: object) =>
  owner.send({ method: 'PUT', url, payload, headers: { 'if-match': ifMatch } })

t.test(
  'every PUT and DELETE refuses an If-Match that does not match, and changes nothing',
  async (t) => {
    const place = await createOneOfEach(app, owner)
    const { password } = owner
    const bodies = new Map<string, object>([
      ['PUT /api/auth/me', { name: 'Changed' }],
      ['DELETE /api/auth/me', { password }],
      ['PUT /api/auth/password', { currentPassword: password, newPassword: 'staple battery' }],
    ])
    const changes = endpoints.filter(({ method }) => ['PUT', 'DELETE'].includes(method))
    for (const endpoint of changes) {
      const what = nameOf(endpoint)
      const request = async () => {
        const sent = await endpoint.request?.()
        return {
          ...sent,
          ...(bodies.has(what) && { payload: bodies.get(what) as object }),
          headers: { ...sent?.headers, 'if-match': '"999"' },
        }
      }
      isError(t, await call(owner, { ...endpoint, request }, place), 412, 'PRECONDITION_FAILED', {
        what,
      })
    }
    for (const endpoint of endpoints.filter(({ method, role }) => method === 'GET' && role)) {
      const { statusCode } = await call(owner, endpoint, place)
      t.equal(statusCode, 200, nameOf(endpoint))
    }
  },
)

t.test('If-Match lets a change through that knows the current revision', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const url = `${base}/widgets/${id}`
  const table: [ifMatch: string, status: number][] = [
    ['"1"', 200],
    ['"1"', 412],
    ['"7", "2"', 200],
    ['W/"3"', 412],
    ['"3" , W/"3"', 200],
    ['"4', 400],
    ['4', 400],
    ['', 400],
    ['"4" "5"', 400],
    ['*', 200],
    ['"05"', 412],
    ['"5"', 200],
  ]
  for (const [i, [ifMatch, status]] of table.entries()) {
    const response = await putIf(url, ifMatch, { name: `Name ${i}` })
    t.equal(response.statusCode, status, `${ifMatch}: ${response.body}`)
    if (status === 400) isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['If-Match'] })
    if (status === 200) t.equal(response.headers.etag, `"${response.json().revision}"`)
  }
  const refused = await putIf(url, '"2"', { name: 'Late' })
  t.match(refused.json(), { code: 'PRECONDITION_FAILED', revision: 6 })
  t.equal(refused.headers.etag, '"6"')
})

t.test('If-Match is checked before anything but the right of the caller', async (t) => {
  const { id, slug } = await createWidget(owner, project.id)
  const other = await createWidget(owner, project.id)
  const { id: assetId } = await upload(owner, project.id)
  const nowhere = '00000000-0000-4000-8000-000000000000'
  for (const [url, body] of [
    [`${base}/widgets/${other.id}`, { slug }],
    [`${base}/widgets/${other.id}`, { assetIds: [nowhere] }],
    [`${base}/assets/${assetId}`, { folderId: nowhere }],
  ] as const) {
    isError(t, await putIf(url, '"9"', body), 412, 'PRECONDITION_FAILED', { what: url })
  }
  const stranger = await register(app)
  const request = { method: 'DELETE' as const, headers: { 'if-match': '"9"' } }
  const url = `${base}/widgets/${id}`
  isError(t, await stranger.send({ ...request, url }), 403, 'FORBIDDEN')
  isError(
    t,
    await owner.send({ ...request, url: `${base}/widgets/${nowhere}` }),
    404,
    'WIDGET_NOT_FOUND',
  )
})

t.test('of many changes that know the same revision one is made', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const url = `${base}/widgets/${id}`
  const calls = Array.from({ length: 20 }, (_, i) => putIf(url, '"1"', { name: `Name ${i}` }))
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  t.equal(statuses.filter((status) => status === 200).length, 1)
  t.equal(statuses.filter((status) => status === 412).length, 19)
})

t.test('GET has the revision as its ETag and answers If-None-Match with 304', async (t) => {
  const place = await createOneOfEach(app, owner)
  for (const [url, change] of [
    [`/api/organizations/${place.orgId}`, { name: 'Changed' }],
    [`/api/projects/${place.projectId}/widgets/${place.widgetId}`, { name: 'Changed' }],
  ] as const) {
    const { headers } = await owner.get(url)
    const etag = String(headers.etag)
    t.match(etag, /^"\d+"$/, url)
    for (const sent of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await owner.send({ url, headers: { 'if-none-match': sent } })
      t.equal(response.statusCode, 304, sent)
      t.equal(response.body, '')
      t.equal(response.headers.etag, etag)
      t.equal(response.headers['content-type'], undefined)
    }
    const changed = await owner.put(url, change)
    t.not(changed.headers.etag, etag)
    const response = await owner.send({ url, headers: { 'if-none-match': etag } })
    t.equal(response.statusCode, 200)
    t.equal(response.headers.etag, changed.headers.etag)
  }
  const project = `/api/projects/${place.projectId}`
  const { etag = '' } = (await owner.get(project)).headers
  t.match(etag, /^"\d+"$/, 'a project has one for If-Match')
  const whole = await owner.send({ url: project, headers: { 'if-none-match': etag } })
  t.equal(whole.statusCode, 200, 'its counts raise no revision')
  const folder = await owner.get(`/api/projects/${place.projectId}/folders/${place.folderId}`)
  t.equal(folder.headers.etag, undefined, 'a folder counts its assets, which raise no revision')
})
