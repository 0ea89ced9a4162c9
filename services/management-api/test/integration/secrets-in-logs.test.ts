import { freshEmail, freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, createProject, createWidget } from '../client.js'
import { createToken } from '../personal-token.js'

const lines: string[] = []
const app = await build(t, { LOG_LEVEL: 'trace' }, { write: (line) => lines.push(line) })

t.test('no log line contains a secret', async (t) => {
  const password = `canary-password-${freshName('p')}`
  const email = freshEmail()
  const anonymous = createClient(app)
  const account = { organizationName: 'Canary', name: 'Ada', email, password }
  const registered = (await anonymous.post('/api/auth/register', account)).json()
  const { accessToken, refreshToken, organizationId } = registered
  const owner = { ...createClient(app, accessToken), organizationId, password }
  const project = await createProject(owner as Parameters<typeof createProject>[0])
  const base = `/api/projects/${project.id}`
  const { key } = (await owner.post(`${base}/api-keys`, { name: 'Key' })).json()
  const { token: personal } = await createToken(app, owner, { organizationId })
  const widget = await createWidget(owner, project.id)
  t.match({ accessToken, refreshToken, key }, { accessToken: /./, refreshToken: /./, key: /^pk_/ })

  await anonymous.post('/api/auth/login', { email, password })
  await anonymous.post('/api/auth/login', { email, password: `${password}x` })
  await anonymous.post('/api/auth/login', { email, password: [password] })
  await anonymous.post('/api/auth/refresh', { refreshToken })
  await anonymous.post('/api/auth/logout', { refreshToken })
  await anonymous.post(`/api/auth/${password}?password=${password}`, { password })
  await anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"password":"${password}`,
  })
  await owner.get(`${base}?token=${accessToken}&api_key=${key}`)
  await owner.put(`${base}/widgets/${widget.id}`, { name: 'x', key, password, accessToken })
  await owner.send({ url: base, headers: { cookie: accessToken, 'x-api-key': key } })
  await createClient(app, `${accessToken}x`).get(base)
  await createClient(app, key).get(base)
  for (const sent of [personal, `${personal}0`, personal.toLowerCase()]) {
    await createClient(app, sent).get(`${base}?token=${personal}`)
  }

  const cutOff = await build(
    t,
    { LOG_LEVEL: 'trace', DATABASE_URL: `postgresql://vitrine:${password}@127.0.0.1:1/vitrine` },
    { write: (line) => lines.push(line) },
  )
  await createClient(cutOff).post('/api/auth/login', { email, password })
  await createClient(cutOff, accessToken).get(base)
  await createClient(cutOff, personal).get(base)

  const log = lines.join('')
  t.ok(lines.length > 15, 'every call was logged')
  const [, , signature] = accessToken.split('.')
  // One call had the secret in its own path, which is logged.
  const canaries = { password, accessToken, signature, refreshToken, key, personal, email }
  const inPath = `"path":"/api/auth/${password}"`
  for (const [what, secret] of Object.entries(canaries)) {
    t.notMatch(log.replaceAll(inPath, ''), secret, what)
  }
})
