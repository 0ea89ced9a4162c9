import t from '@vitrine/testing/t'
import { createApp, health, metrics, probeAppOf, separateProbes } from '../../src/index.js'
import { createMetrics } from '../../src/metrics/metrics.js'

const paths = ['/metrics', '/healthz', '/readyz']

t.test(
  'probes on a port of their own are on no other, but for those that a router needs',
  async (t) => {
    const app = createApp({ logLevel: 'silent' })
    separateProbes(app, 'silent')
    metrics(app, createMetrics())
    health(app, { prefix: '/api', checks: [{ name: 'database', run: () => false }] })
    app.get('/thing', async () => ({}))
    t.teardown(() => app.close())
    const host = '127.0.0.1'
    const probes = await probeAppOf(app).listen({ host, port: 0 })
    const service = await app.listen({ host, port: 0 })
    const statusOf = async (url: string) => (await fetch(url)).status
    for (const path of paths) t.equal(await statusOf(`${service}${path}`), 404, path)
    t.equal(await statusOf(`${service}/api/healthz`), 200)
    t.equal(await statusOf(`${service}/api/readyz`), 503)
    t.equal(await statusOf(`${service}/thing`), 200)
    t.equal(await statusOf(`${probes}/healthz`), 200)
    t.equal(await statusOf(`${probes}/readyz`), 503)
    t.equal(await statusOf(`${probes}/thing`), 404)
    const text = await (await fetch(`${probes}/metrics`)).text()
    t.match(text, /route="\/thing"/, 'it counts the requests of the service')
    await app.close()
    await t.rejects(fetch(`${probes}/healthz`), 'both ports are closed')
  },
)

t.test('without a separate port the metrics are not served', async (t) => {
  const app = createApp({ logLevel: 'silent' })
  t.equal(probeAppOf(app), app)
  metrics(app, createMetrics())
  health(app, { prefix: '/api', checks: [] })
  t.teardown(() => app.close())
  const statuses = paths.map(async (path) => (await app.inject(path)).statusCode)
  t.same(await Promise.all(statuses), [404, 200, 200])
})
