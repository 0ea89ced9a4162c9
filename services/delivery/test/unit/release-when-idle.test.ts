import { mock } from 'node:test'
import { createApp, health, metrics } from '@vitrine/http'
import t from '@vitrine/testing/t'
import { releaseMemoryWhenIdle } from '../../src/release-when-idle.js'

t.test(
  'garbage is collected in a pause, twice, and then no more, and not while there is work',
  async (t) => {
    mock.timers.enable({ apis: ['setInterval'] })
    t.teardown(() => mock.timers.reset())
    const app = createApp({ logLevel: 'silent' })
    t.teardown(() => app.close())
    let collections = 0
    let isHeld = true
    releaseMemoryWhenIdle(app, {
      release: () => {
        isHeld = false
      },
      collect: () => {
        t.notOk(isHeld, 'released objects are collected too')
        collections += 1
      },
    })
    health(app, { prefix: '/api', checks: [] })
    metrics(app, {
      contentType: 'text/plain',
      text: async () => '',
      requests: () => () => undefined,
    })
    app.get('/', async () => 'hello')
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const ask = async (path = '/') => (await fetch(`${url}${path}`)).text()
    const pass = () => mock.timers.tick(10_000)

    pass()
    t.equal(collections, 0, 'nothing has been taken yet')
    await ask()
    pass()
    await ask()
    pass()
    t.equal(collections, 0, 'there was work')
    pass()
    t.equal(collections, 2)
    pass()
    t.equal(collections, 2, 'once is enough')
    await ask()
    pass()
    pass()
    t.equal(collections, 4)

    await ask()
    for (const path of ['/healthz', '/api/readyz']) {
      await ask(path)
      pass()
    }
    t.equal(collections, 6, 'probes are not work')
    await ask('/nowhere')
    pass()
    pass()
    t.equal(collections, 8, 'a request that is refused is')
  },
)
