import { AppError } from '@vitrine/contracts/errors'
import t, { type Test } from '@vitrine/testing/t'
import { createApp, documentApi, metrics, probeAppOf, separateProbes } from '../../src/index.js'
import { createMetrics } from '../../src/metrics/metrics.js'

async function build(t: Test) {
  const lines: string[] = []
  const app = createApp({
    logLevel: 'trace',
    logStream: { write: (line) => lines.push(line) },
  })
  const documentation = {
    service: 'Test',
    title: 'Things',
    description: 'Of things.',
    path: '/openapi.json',
    securitySchemes: {},
  }
  await documentApi(app, documentation, 'http://localhost')
  separateProbes(app, 'trace')
  metrics(app, createMetrics())
  app.get('/things/:id', async () => ({}))
  app.get('/bug', async () => Promise.reject(new Error('oops')))
  await app.ready()
  t.teardown(() => app.close())
  const counts = async () => {
    const text = (await probeAppOf(app).inject('/metrics')).body
    const series = /^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm
    return Object.fromEntries(
      [...text.matchAll(series)].map(([, labels, count]) => [labels, count]),
    )
  }
  return { app, lines, counts }
}

t.test('the metrics are plain text that is not cached or documented', async (t) => {
  const { app, lines } = await build(t)
  const response = await probeAppOf(app).inject('/metrics')
  t.equal(response.statusCode, 200)
  t.match(response.headers, {
    'content-type': /^text\/plain; version=0\.0\.4/,
    'cache-control': 'no-store',
  })
  t.match(response.body, /^# HELP process_cpu_seconds_total /m)
  t.same(lines, [])
  const { paths } = (await app.inject('/openapi.json')).json()
  t.same(Object.keys(paths), ['/openapi.json', '/things/{id}', '/bug'])
})

t.test('requests are counted by method, route pattern and class of status', async (t) => {
  const { app, counts } = await build(t)
  for (const url of ['/things/1', '/things/2?x=3', '/bug', '/nothing/1', '/nothing/2']) {
    await app.inject(url)
  }
  await app.inject({ method: 'PUT', url: '/things/1' })
  t.same(await counts(), {
    'method="GET",route="/things/:id",status="2xx"': '2',
    'method="GET",route="/bug",status="5xx"': '1',
    'method="GET",route="none",status="4xx"': '2',
    'method="PUT",route="none",status="4xx"': '1',
  })
})

t.test(
  'a service may log its requests at debug, except bugs; rejections are counted',
  async (t) => {
    const lines: string[] = []
    const app = createApp({
      logLevel: 'info',
      requestLogLevel: 'debug',
      logStream: { write: (line) => lines.push(line) },
    })
    t.teardown(() => app.close())
    const throwing = (url: string, error: Error) => app.get(url, () => Promise.reject(error))
    app.get('/fine', async () => ({}))
    throwing('/full', new AppError('OVERLOADED', 'Too much.', { retryAfterSeconds: 1 }))
    throwing('/down', new AppError('DATABASE_UNAVAILABLE', 'It is down.'))
    throwing('/bug', new Error('oops'))
    for (const url of ['/fine', '/full', '/down', '/bug']) await app.inject(url)
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; req?: { path: string } })
    t.same(
      logged.map(({ msg, req }) => [msg, req?.path]),
      [
        ['It is down.', undefined],
        ['unexpected error', undefined],
        ['request', '/bug'],
      ],
    )
  },
)
