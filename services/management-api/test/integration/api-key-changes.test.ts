import { formatTimestamp } from '@vitrine/http'
import t from '@vitrine/testing/t'
import { createApiKey } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const list = `/api/projects/${project.id}/api-keys`

const listed = async (id: string) =>
  (await owner.get(list)).json().find((key: { id: string }) => key.id === id)

t.test('PUT changes name, origins and expiry, and takes what the list shows', async (t) => {
  const { id } = await createApiKey(owner, project.id)
  const url = `${list}/${id}`
  const before = await listed(id)
  t.same((await owner.put(url, before)).json(), before, 'nothing changed')
  const changes = {
    name: 'Shop',
    allowedOrigins: [
      'HTTPS://Bücher.Example:443',
      'https://*.a.example:8443',
      'http://localhost:3000',
    ],
    expiresAt: '2099-01-02T03:04:05',
  }
  const allowedOrigins = [
    'https://xn--bcher-kva.example',
    'https://*.a.example:8443',
    'http://localhost:3000',
  ]
  const response = await owner.put(url, changes)
  t.equal(response.statusCode, 200)
  t.same(response.json(), { ...before, ...changes, allowedOrigins, revision: 2 })
  t.same(await listed(id), response.json())
  t.same((await owner.put(url, { name: 'Site' })).json().allowedOrigins, allowedOrigins)
  t.equal((await owner.put(url, { expiresAt: null })).json().expiresAt, null)
})

t.test('what a key may do cannot be changed, nor what identifies it', async (t) => {
  const { id } = await createApiKey(owner, project.id)
  const before = await listed(id)
  const table: [body: object, field: string][] = [
    [{ permissions: 'READ_WRITE' }, 'permissions'],
    [{ keyPrefix: 'pk_other' }, 'keyPrefix'],
    [{ key: 'pk_other' }, 'key'],
    [{ allowedOrigins: ['https://a.example/path'] }, 'allowedOrigins[0]'],
    [{ allowedOrigins: ['a.example'] }, 'allowedOrigins[0]'],
    [{ allowedOrigins: ['https://a.example?x'] }, 'allowedOrigins[0]'],
    [{ expiresAt: '2001-01-01T00:00:00' }, 'expiresAt'],
    [{ name: ' ' }, 'name'],
  ]
  for (const [body, field] of table) {
    const response = await owner.put(`${list}/${id}`, body)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field] })
  }
  t.same(await listed(id), before)
})

t.test('an expired key keeps its expiry, or gets a later one', async (t) => {
  const { id } = await createApiKey(owner, project.id)
  await database.apiKey.update({ where: { id }, data: { expiresAt: new Date(1_700_000_000_123) } })
  const before = await listed(id)
  const renamed = await owner.put(`${list}/${id}`, { ...before, name: 'Old' })
  t.equal(renamed.statusCode, 200, renamed.body)
  t.equal(renamed.json().expiresAt, before.expiresAt)
  isError(t, await owner.post(`${list}/${id}/rotate`, { overlapSeconds: 0 }), 409, 'SECRET_REVOKED')
  t.equal((await owner.put(`${list}/${id}`, { expiresAt: '2099-01-01T00:00:00' })).statusCode, 200)
  t.equal((await owner.post(`${list}/${id}/rotate`, { overlapSeconds: 0 })).statusCode, 201)
})

t.test('rotation creates a key like the old one, which ends after the overlap', async (t) => {
  const input = { name: 'Site', permissions: 'READ_WRITE', allowedOrigins: ['https://a.example'] }
  const old = (await owner.post(list, input)).json()
  const from = Date.now()
  const response = await owner.post(`${list}/${old.id}/rotate`, { overlapSeconds: 3600 })
  t.equal(response.statusCode, 201)
  const next = response.json()
  t.match(next, { ...input, expiresAt: null, revision: 1 })
  t.not(next.id, old.id)
  t.not(next.key, old.key)
  const ended = await listed(old.id)
  const ends = new Date(ended.expiresAt).getTime()
  t.ok(ends >= from + 3_599_000 && ends <= Date.now() + 3_600_000, ended.expiresAt)
  t.equal(ended.revision, 2)

  const last = (await owner.post(`${list}/${next.id}/rotate`, { overlapSeconds: 0 })).json()
  t.equal(await listed(next.id), undefined)
  t.ok(await listed(last.id))

  const log = `/api/organizations/${owner.organizationId}/audit-events?action=api-key.rotate`
  const [event] = (await owner.get(log)).json().content
  t.match(event, { resourceId: last.id, changes: { rotates: { to: next.id } } })
})

t.test('an overlap never extends the life of a key', async (t) => {
  const expiresAt = formatTimestamp(new Date(Date.now() + 60_000))
  const { id } = (await owner.post(list, { name: 'Short', expiresAt })).json()
  const next = (await owner.post(`${list}/${id}/rotate`, { overlapSeconds: 3600 })).json()
  t.equal((await listed(id)).expiresAt, expiresAt)
  t.equal(next.expiresAt, expiresAt)
})

t.test('an overlap is 0 to 30 days', async (t) => {
  const { id } = await createApiKey(owner, project.id)
  for (const body of [
    {},
    { overlapSeconds: -1 },
    { overlapSeconds: 2_592_001 },
    { overlapSeconds: '1' },
  ]) {
    const response = await owner.post(`${list}/${id}/rotate`, body)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['overlapSeconds'] })
  }
  const longest = await owner.post(`${list}/${id}/rotate`, { overlapSeconds: 2_592_000 })
  t.equal(longest.statusCode, 201)
})
