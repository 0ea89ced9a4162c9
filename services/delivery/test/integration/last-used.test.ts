// Needs a process of its own: an instance that shuts down needs its lease.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchWidget } from '../requests.js'
import { createTenant, type Tenant } from '../tenant.js'

const lastUsed = async ({ database }: Tenant, id: string): Promise<Date | null> =>
  (await database.apiKey.findUniqueOrThrow({ where: { id } })).lastUsed

t.test('the last use of a key is recorded when the instance has closed', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const [used, refused, idle] = [
    await project.addKey(),
    await project.addKey({ expiresAt: new Date(0) }),
    await project.addKey(),
  ]
  const { slug } = await project.addWidget()
  const app = await build(t, {})
  const start = Date.now()
  t.equal((await fetchWidget(app, slug, used.key)).statusCode, 200)
  t.equal((await fetchWidget(app, slug, refused.key)).statusCode, 401)
  await app.close()
  const at = (await lastUsed(tenant, used.id))?.getTime() ?? 0
  t.ok(at >= start && at <= Date.now())
  t.equal(await lastUsed(tenant, refused.id), null, 'an expired key was not used')
  t.equal(await lastUsed(tenant, idle.id), null)
})

t.test('a use never moves it backwards', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const { id, key } = await project.addKey()
  const { slug } = await project.addWidget()
  const later = new Date(Date.now() + 3_600_000)
  await tenant.database.apiKey.update({ where: { id }, data: { lastUsed: later } })
  const app = await build(t, {})
  await fetchWidget(app, slug, key)
  await app.close()
  t.strictSame(await lastUsed(tenant, id), later)
})

t.test('a revoked key does not prevent the update of another one', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const [gone, kept] = [await project.addKey(), await project.addKey()]
  const { slug } = await project.addWidget()
  const app = await build(t, {})
  await fetchWidget(app, slug, gone.key)
  await fetchWidget(app, slug, kept.key)
  await project.revokeKey(gone)
  await app.close()
  t.ok(await lastUsed(tenant, kept.id))
})

t.test('a request that is answered while the instance shuts down counts too', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const { id, key } = await project.addKey()
  const { slug } = await project.addWidget()
  const app = await build(t, {})
  const shuttingDown = new Promise<void>((resolve) => {
    app.addHook('preClose', async () => resolve())
  })
  // From here on it is ready.
  await fetchWidget(app, slug, (await project.addKey()).key)
  await app.listen({ host: '127.0.0.1', port: 0 })

  const { port } = app.server.address() as { port: number }
  const client = connect(port, '127.0.0.1')
  const answer = text(client)
  client.write(`GET /api/v1/widgets/${slug} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`)
  const [socket] = await once(app.server, 'connection')
  // From here on the server has a request in flight, and waits for its end.
  await once(socket, 'data')
  const closed = app.close()
  await shuttingDown
  client.write('\r\n')
  t.match(await answer, /^HTTP\/1\.1 200 OK\r\n/)
  await closed
  t.ok(await lastUsed(tenant, id))
})
