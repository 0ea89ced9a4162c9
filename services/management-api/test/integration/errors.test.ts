import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, createWidget } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project, url: base } = await createScene(t)

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
