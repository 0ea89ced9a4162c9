import { hashApiKey, isWellFormedApiKey } from '@vitrine/contracts'
import { formatTimestamp } from '@vitrine/http'
import t from '@vitrine/testing/t'
import { createApiKey, createProject } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const url = `/api/projects/${project.id}/api-keys`

t.test('a new key is returned once in full, with all its fields', async (t) => {
  const response = await owner.post(url, { name: ' Shop window ', permissions: 'READ_WRITE' })
  t.equal(response.statusCode, 201)
  const { id, key, keyPrefix, revision, createdAt, ...rest } = response.json()
  t.equal(revision, 1)
  const unrestricted = { allowedOrigins: [], expiresAt: null }
  t.same(rest, { name: 'Shop window', permissions: 'READ_WRITE', ...unrestricted })
  t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  t.match(key, /^pk_[0-9A-Za-z]{38}$/)
  t.ok(isWellFormedApiKey(key))
  t.equal(keyPrefix, key.slice(0, 11))
})

t.test('only the SHA-256 and the prefix of a key are stored', async (t) => {
  const { id, key } = await createApiKey(owner, project.id)
  const { keyHash, revisedIn, ...row } = await database.apiKey.findUniqueOrThrow({ where: { id } })
  t.same(keyHash, hashApiKey(key))
  t.equal(row.keyPrefix, key.slice(0, 11))
  t.notMatch(JSON.stringify(row), key.slice(0, 12))
})

t.test('the scope of a key defaults to READ', async (t) => {
  t.equal((await owner.post(url, { name: 'Site' })).json().permissions, 'READ')
  t.equal((await owner.post(url, { name: 'Site', permissions: 'READ' })).json().permissions, 'READ')
})

t.test('keys are listed as a plain array, newest first, without the secret', async (t) => {
  const shop = await createProject(owner)
  const list = `/api/projects/${shop.id}/api-keys`
  t.same((await owner.get(list)).json(), [])
  const expiresAt = '2099-01-02T03:04:05'
  const first = (await owner.post(list, { name: 'First', expiresAt })).json()
  const second = (await owner.post(list, { name: 'Second' })).json()
  const lastUsed = new Date()
  await database.apiKey.update({ where: { id: first.id }, data: { lastUsed } })
  const response = await owner.get(list)
  t.equal(response.statusCode, 200)
  const shown = ({ key, ...rest }: Record<string, unknown>, lastUsed: string | null) => ({
    ...rest,
    projectId: shop.id,
    lastUsed,
  })
  t.same(response.json(), [shown(second, null), shown(first, formatTimestamp(lastUsed))])
  for (const { key } of [first, second]) t.notMatch(response.body, key.slice(11))
  t.notMatch(response.body, /hash/i)
})

t.test('an expiry is a future timestamp, in any of the accepted formats', async (t) => {
  const table: [sent: string | null, answered: string | null][] = [
    ['2099-01-02T03:04:05', '2099-01-02T03:04:05'],
    ['2099-01-02T03:04:05Z', formatTimestamp(new Date('2099-01-02T03:04:05Z'))],
    ['2099-01-02T03:04:05+05:30', formatTimestamp(new Date('2099-01-01T21:34:05Z'))],
    ['9999-12-29T12:00:00', '9999-12-29T12:00:00'],
    [null, null],
  ]
  for (const [expiresAt, answered] of table) {
    const response = await owner.post(url, { name: 'Site', expiresAt })
    t.equal(response.statusCode, 201, String(expiresAt))
    t.equal(response.json().expiresAt, answered, String(expiresAt))
  }
})

t.test('a past, malformed or out-of-range expiry is rejected by field', async (t) => {
  const table = [
    '2020-01-01T00:00:00',
    formatTimestamp(new Date(Date.now() - 2000)),
    '9999-12-31T23:59:59-23:00',
    '2099-02-30T00:00:00',
    'tomorrow',
    '',
    4_070_908_800,
  ]
  const before = (await owner.get(url)).json().length
  for (const expiresAt of table) {
    const response = await owner.post(url, { name: 'Site', expiresAt })
    const options = { fields: ['expiresAt'], what: JSON.stringify(expiresAt) }
    isError(t, response, 400, 'VALIDATION_FAILED', options)
  }
  t.equal((await owner.get(url)).json().length, before)
})

t.test('revoking a key answers 204 without a body, then 404', async (t) => {
  const { id } = await createApiKey(owner, project.id)
  const kept = await createApiKey(owner, project.id)
  const response = await owner.delete(`${url}/${id}`)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  isError(t, await owner.delete(`${url}/${id}`), 404, 'API_KEY_NOT_FOUND')
  t.equal(await database.apiKey.count({ where: { id } }), 0)
  const ids = (await owner.get(url)).json().map(({ id }: { id: string }) => id)
  t.ok(ids.includes(kept.id))
  t.notOk(ids.includes(id))
})

const createFor = (allowedOrigins: unknown) => owner.post(url, { name: 'Site', allowedOrigins })

t.test('origins are normalized, listed and audited', async (t) => {
  const sent = ['HTTPS://*.A.Example:8443', 'https://bücher.example:443', 'http://localhost:3000']
  const kept = [
    'https://*.a.example:8443',
    'https://xn--bcher-kva.example',
    'http://localhost:3000',
  ]
  const response = await createFor([...sent, 'http://LOCALHOST:3000'])
  t.equal(response.statusCode, 201)
  const { id, allowedOrigins } = response.json()
  t.same(allowedOrigins, kept)
  t.match((await owner.get(url)).json()[0], { id, allowedOrigins: kept })
  const event = await database.auditEvent.findFirstOrThrow({ where: { resourceId: id } })
  t.match(event.changes, { allowedOrigins: { from: null, to: kept } })
  const most = Array.from({ length: 20 }, (_, i) => `https://${i}.example`)
  t.same((await createFor(most)).json().allowedOrigins, most)
})
