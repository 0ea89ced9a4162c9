import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ServiceName, serviceEntry, startService } from '@vitrine/local/services'
import t from '@vitrine/testing/t'
import { createLane } from './lane.js'
import { leave, longDelay, start } from './leaving.js'
import { environment } from './services.js'

const names: ServiceName[] = ['management-api', 'delivery']

/** Settings required to start. Delivery must register itself first, for which it needs Postgres. */
const missing = { 'management-api': ['database'], delivery: ['replica'] }

for (const name of names) {
  t.test(`${name} reports every invalid setting by name`, async (t) => {
    const child = spawn(process.execPath, [serviceEntry(name)], {
      env: { PORT: 'eighty', DATABASE_URL: 'mysql://secret@host/db', S3_ACCESS_KEY: 'a' },
    })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    t.equal(code, 1)
    for (const setting of ['PORT', 'DATABASE_URL', 'PUBLIC_URL', 'REDIS_URL', 'S3_SECRET_KEY']) {
      t.match(stderr, new RegExp(`^ +${setting} `, 'm'), setting)
    }
    t.notMatch(stderr, 'secret@host')
  })

  t.test(`${name} starts without its dependencies, reports it, and waits for them`, async (t) => {
    const nowhere = {
      DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/z',
      MANAGEMENT_DATABASE_URL: '',
      DELIVERY_DATABASE_URL: '',
      REDIS_URL: 'redis://127.0.0.1:1',
      S3_ENDPOINT: 'http://127.0.0.1:1',
    }
    const env = { ...environment('http://vitrine.test'), ...nowhere }
    const service = await startService({ name, env, log: () => undefined })
    t.teardown(() => service.stop())
    const ready = await fetch(`${service.url}/readyz`)
    t.equal(ready.status, 503)
    t.match(await ready.json(), {
      code: 'NOT_READY',
      details: missing[name].map((field) => ({ field })),
    })
    t.equal((await service.stop()).code, 0)
  })

  t.test(`${name} finishes requests in progress after SIGTERM, then exits with 0`, async (t) => {
    const env = environment('http://vitrine.test')
    const service = await startService({ name, env, log: () => undefined })
    t.teardown(() => service.stop())
    const { hostname, port } = new URL(service.url)
    const half = connect(Number(port), hostname)
    await once(half, 'connect')
    half.write('GET /nothing HTTP/1.1\r\nHost: vitrine\r\n')
    // By the end of a request on another connection, the partial request has been read.
    await fetch(`${service.url}/healthz`)
    const stopped = service.stop('SIGTERM')
    half.write('\r\n')
    t.match(await text(half), /^HTTP\/1.1 404 [\s\S]*ROUTE_NOT_FOUND/)
    t.equal((await stopped).code, 0)
  })
}

t.test('a keep-alive connection is served during the delay and then closed', async (t) => {
  const service = await start(t, 'delivery', longDelay)
  const lane = createLane(service)
  t.teardown(() => lane.close())
  t.match(await lane.get('/embed/v1.js'), { status: 200, closes: false })
  await leave(service, 'SIGINT')
  t.match(await lane.get('/embed/v1.js'), { status: 200, closes: true })
  t.match(await lane.get('/healthz'), { status: 200 }, 'is alive')
  t.match(await lane.get('/readyz'), { status: 503 }, 'is not ready')
  process.kill(service.pid, 'SIGTERM')
  t.equal((await service.exited).code, 0)
})
