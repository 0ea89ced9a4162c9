import { createSigningKeyCipher } from '@vitrine/contracts'
import { objectSecret } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { reEncryptSigningKeys } from '../../src/resources/signing-keys/re-encrypt.js'
import { build } from '../build.js'
import { createProject, createSigningKey, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const { signal } = new AbortController()
const database = openDatabase(t)
const owner = await register(app)
const project = await createProject(owner)
const base = `/api/projects/${project.id}/signing-keys`

const listed = async () =>
  (await owner.get(base)).json().content.map(({ id }: { id: string }) => id)

t.test('keys are numbered, several are valid, and a number is never used again', async (t) => {
  const first = await createSigningKey(owner, project.id)
  t.match(first, { id: 'k1', secret: /^vsk_[0-9A-Za-z]{38}$/ })
  t.equal((await createSigningKey(owner, project.id)).id, 'k2')
  t.same(await listed(), ['k2', 'k1'])
  t.equal((await owner.delete(`${base}/k2`)).statusCode, 204)
  isError(t, await owner.delete(`${base}/k2`), 404, 'SIGNING_KEY_NOT_FOUND')
  t.equal((await createSigningKey(owner, project.id)).id, 'k3')
  t.equal((await owner.delete(`${base}/k1`)).statusCode, 204)
  t.same(await listed(), ['k3'])
  const rows = await database.signingKey.findMany({ where: { projectId: project.id } })
  t.same(
    rows.map(({ number }) => number),
    [3],
    'rows of revoked keys go',
  )
})

t.test('the secret is shown once, and the database has it encrypted for this row', async (t) => {
  const { id, secret } = await createSigningKey(owner, project.id)
  t.notMatch((await owner.get(base)).body, secret)
  const number = Number(id.slice(1))
  const where = { projectId_number: { projectId: project.id, number } }
  const { sealed } = await database.signingKey.findUniqueOrThrow({ where })
  const bytes = Buffer.from(sealed ?? [])
  t.notOk(bytes.includes(Buffer.from(secret)))
  const cipher = createSigningKeyCipher([objectSecret])
  t.equal(cipher.decrypt(bytes, { projectId: project.id, number }), secret)
  t.equal(cipher.decrypt(bytes, { projectId: project.id, number: number + 1 }), null)
  t.equal(
    createSigningKeyCipher(['x'.repeat(32)]).decrypt(bytes, { projectId: project.id, number }),
    null,
  )

  const events = await owner.get(
    `/api/organizations/${owner.organizationId}/audit-events?action=signing-key.create`,
  )
  t.match(events.json().content[0], { changes: { key: { to: id } } })
  t.notMatch(events.body, secret)
})

t.test('a project has at most 10, and ADMINs alone see and make them', async (t) => {
  const { id } = await createProject(owner)
  const url = `/api/projects/${id}/signing-keys`
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.post(url, {})))
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  t.equal(refused.length, 2)
  for (const one of refused) isError(t, one, 403, 'QUOTA_EXCEEDED')
  const editor = await join(app, owner, 'EDITOR')
  isError(t, await editor.post(url, {}), 403, 'FORBIDDEN')
  isError(t, await editor.get(url), 403, 'FORBIDDEN')
  isError(t, await editor.delete(`${url}/k1`), 403, 'FORBIDDEN')
})

t.test('after OBJECT_SECRET was replaced, keys are encrypted by the new one', async (t) => {
  const { id, secret } = await createSigningKey(owner, project.id)
  const owned = { projectId: project.id, number: Number(id.slice(1)) }
  const next = 'the-next-object-secret-of-the-tests'
  const where = { projectId_number: owned }
  const encryptedNow = async () =>
    (await database.signingKey.findUniqueOrThrow({ where })).sealed ?? []
  const both = createSigningKeyCipher([next, objectSecret])
  const untouched = await encryptedNow()
  await t.rejects(reEncryptSigningKeys(database, both, AbortSignal.abort()), { name: 'AbortError' })
  t.same(await encryptedNow(), untouched, 'a service that ends leaves it')
  await reEncryptSigningKeys(database, both, signal)
  t.equal(createSigningKeyCipher([next]).decrypt(Buffer.from(await encryptedNow()), owned), secret)
  await reEncryptSigningKeys(database, createSigningKeyCipher([objectSecret, next]), signal)
  t.equal(
    createSigningKeyCipher([objectSecret]).decrypt(Buffer.from(await encryptedNow()), owned),
    secret,
  )
  const unknown = createSigningKeyCipher(['some-other-object-secret-of-no-one'])
  const before = Buffer.from(await encryptedNow())
  await reEncryptSigningKeys(database, unknown, signal)
  t.ok(
    before.equals(Buffer.from(await encryptedNow())),
    'it leaves alone a secret that it cannot decrypt',
  )
})

t.test('the setting of a project is any, listed or signed, and is audited', async (t) => {
  const url = `/api/projects/${project.id}`
  t.equal((await owner.get(url)).json().transformations, 'any')
  for (const transformations of ['listed', 'signed', 'any']) {
    const response = await owner.put(url, { transformations })
    t.equal(response.json().transformations, transformations, response.body)
    t.match(response.headers['server-timing'], /everywhere;dur=/)
  }
  for (const transformations of ['none', '', null, 'ANY', 1]) {
    const response = await owner.put(url, { transformations })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['transformations'] })
  }
  const editor = await join(app, owner, 'EDITOR')
  isError(t, await editor.put(url, { transformations: 'signed' }), 403, 'FORBIDDEN')
  const log = `/api/organizations/${owner.organizationId}/audit-events?action=project.update`
  const [event] = (await owner.get(log)).json().content
  t.match(event, { changes: { transformations: { from: 'signed', to: 'any' } } })
})
