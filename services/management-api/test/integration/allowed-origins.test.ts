import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createApiKey, createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)
const project = await createProject(owner)
const url = `/api/projects/${project.id}/api-keys`
const create = (allowedOrigins: unknown) => owner.post(url, { name: 'Site', allowedOrigins })

t.test('origins are returned and listed in normalized form', async (t) => {
  const table: [sent: string[], kept: string[]][] = [
    [[], []],
    [['https://a.example'], ['https://a.example']],
    [
      ['HTTPS://*.A.Example:8443', 'https://b.example:443'],
      ['https://*.a.example:8443', 'https://b.example'],
    ],
    [['https://a.example', 'https://A.example'], ['https://a.example']],
    [['https://bücher.example'], ['https://xn--bcher-kva.example']],
    [['http://localhost:3000'], ['http://localhost:3000']],
  ]
  for (const [sent, kept] of table) {
    const response = await create(sent)
    t.equal(response.statusCode, 201, JSON.stringify(sent))
    t.same(response.json().allowedOrigins, kept)
    const [newest] = (await owner.get(url)).json()
    t.match(newest, { id: response.json().id })
    t.same(newest.allowedOrigins, kept)
  }
  t.same((await createApiKey(owner, project.id)).allowedOrigins, [])
})

t.test('allowed origins are in the audit log', async (t) => {
  const { id } = (await create(['https://a.example'])).json()
  const event = await openDatabase(t).auditEvent.findFirstOrThrow({ where: { resourceId: id } })
  t.match(event.changes, { allowedOrigins: { from: null, to: ['https://a.example'] } })
})

t.test('invalid origins are named, and more than 20 are rejected', async (t) => {
  const table: [sent: unknown, fields: string[]][] = [
    [
      ['https://a.example', 'a.example', '*'],
      ['allowedOrigins[1]', 'allowedOrigins[2]'],
    ],
    [['https://a.example/'], ['allowedOrigins[0]']],
    [['http://a.example'], ['allowedOrigins[0]']],
    [['https://*.com'], ['allowedOrigins[0]']],
    [
      ['null', ''],
      ['allowedOrigins[0]', 'allowedOrigins[1]'],
    ],
    [[7], ['allowedOrigins[0]']],
    [[`https://${'a'.repeat(300)}`], ['allowedOrigins[0]']],
    ['https://a.example', ['allowedOrigins']],
    [null, ['allowedOrigins']],
    [Array.from({ length: 21 }, (_, i) => `https://${i}.example`), ['allowedOrigins']],
  ]
  for (const [sent, fields] of table) {
    const what = JSON.stringify(sent).slice(0, 50)
    isError(t, await create(sent), 400, 'VALIDATION_FAILED', { fields, what })
  }
  const twenty = Array.from({ length: 20 }, (_, i) => `https://${i}.example`)
  t.same((await create(twenty)).json().allowedOrigins, twenty)
})
