import { createApiKey } from '@vitrine/contracts'
import { png, until, untilReady } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, dead, withoutReports } from '../build.js'
import { deliver, fetchWidget, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const nowhere = {
  projectId: 'a2f1c1de-7b0a-4f57-9c6e-1d2b3c4d5e6f',
  assetId: 'b2f1c1de-7b0a-4f57-9c6e-1d2b3c4d5e6f',
}

t.test('with all dependencies it is alive and ready', async (t) => {
  const app = await build(t)
  const health = await app.inject('/api/v1/healthz')
  t.equal(health.statusCode, 200)
  t.same(health.json(), { status: 'ok' })
  const ready = await until(async () => {
    const answer = await untilReady(() => app.inject('/api/v1/readyz'))
    return !answer.body.includes('"down"') && answer
  })
  const checks = { replica: 'up', database: 'up', store: 'up', cache: 'up' }
  t.match(ready.json(), { status: 'ready', checks })
})

t.test('a cache in front that nobody purges is named, and it is ready', async (t) => {
  const app = await build(t, {})
  await untilReady(() => app.inject('/api/v1/readyz'))
  const headers = { 'x-varnish': '32770' }
  await app.inject({ url: `/api/v1/deliver/${nowhere.projectId}/${nowhere.assetId}`, headers })
  const ready = await app.inject('/api/v1/readyz')
  t.equal(ready.statusCode, 200)
  t.match(ready.json(), {
    checks: { purge: 'down' },
    reasons: { purge: /x-varnish and may keep pictures up to a year/ },
  })
  const purged = await build(t, { CDN_PURGE: 'http' })
  await purged.inject({ url: `/api/v1/deliver/${nowhere.projectId}/${nowhere.assetId}`, headers })
  t.notOk('purge' in (await purged.inject('/api/v1/readyz')).json().checks)
})

t.test('without Postgres it fails fast, is alive, and is not ready', async (t) => {
  const app = await build(t, dead.postgres)
  const { key } = createApiKey()
  isError(t, await fetchWidget(app, 'any', key), 503, 'DATABASE_UNAVAILABLE')
  isError(t, await deliver(app, nowhere), 503, 'DATABASE_UNAVAILABLE')
  isError(t, await deliver(app, nowhere, 'w=10'), 503, 'DATABASE_UNAVAILABLE')
  isError(t, await deliver(app, nowhere, 'w=x'), 400, 'VALIDATION_FAILED')
  t.equal((await app.inject('/api/v1/healthz')).statusCode, 200)
  const ready = await app.inject('/api/v1/readyz')
  isError(t, ready, 503, 'NOT_READY')
  t.same(ready.json().details, [
    { field: 'replica', message: 'is down' },
    { field: 'database', message: 'The database is out of reach. Try again.' },
  ])
})

t.test('without Redis all requests are answered, and it is ready', async (t) => {
  const app = await build(t, dead.redis)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const assetId = await project.addAsset(await png({ width: 20, height: 10 }))
  const { slug } = await project.addWidget({ assetIds: [assetId] })
  for (const attempt of ['first', 'second']) {
    t.equal((await fetchWidget(app, slug, key)).statusCode, 200, attempt)
    t.equal((await deliver(app, { projectId: project.id, assetId })).statusCode, 200, attempt)
    t.equal((await deliver(app, { projectId: project.id, assetId }, 'w=10')).statusCode, 200)
  }
  const ready = await untilReady(() => app.inject('/api/v1/readyz'))
  t.match(ready.json().checks, { replica: 'up', cache: 'down' })
})

t.test('without the object store widgets are answered, and it is ready', async (t) => {
  const app = await build(t, { ...dead.store, ...withoutReports() })
  const ready = await untilReady(() => app.inject('/api/v1/readyz'))
  t.match(ready.json(), {
    checks: { replica: 'up', store: 'down' },
    reasons: { store: /^unreachable: ECONNREFUSED\. / },
  })
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const { slug } = await project.addWidget()
  t.equal((await fetchWidget(app, slug, key)).statusCode, 200)
})

t.test(
  'a store that is misconfigured is named, and images are 503 without a promise',
  async (t) => {
    const app = await build(t, { S3_BUCKET: 'no-such-bucket', ...withoutReports() })
    const ready = await untilReady(() => app.inject('/api/v1/readyz'))
    t.match(ready.json().reasons, { store: /^misconfigured: NoSuchBucket\. .*S3_BUCKET/ })
    const project = await (await createTenant(t)).addProject()
    const assetId = await project.addAsset(await png({ width: 20, height: 10 }))
    for (const query of ['', 'w=10']) {
      const answer = await deliver(app, { projectId: project.id, assetId }, query)
      isError(t, answer, 503, 'STORE_MISCONFIGURED')
      t.equal(answer.headers['retry-after'], '60')
      t.notMatch(answer.body, /no-such-bucket|Try again/)
    }
  },
)
