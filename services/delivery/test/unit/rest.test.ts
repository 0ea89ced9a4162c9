import { mock } from 'node:test'
import { createApp } from '@vitrine/http'
import t from 'tap'
import { giveBackAtRest } from '../../src/plugins/rest.js'

t.test('garbage is collected once in a pause, and not while there is work', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const app = createApp({ logLevel: 'silent' })
  t.teardown(() => app.close())
  let collected = 0
  giveBackAtRest(app, () => {
    collected += 1
  })
  app.get('/', async () => 'hello')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async () => (await fetch(url)).text()
  const pass = () => mock.timers.tick(10_000)

  pass()
  t.equal(collected, 0, 'nothing has been taken yet')
  await ask()
  pass()
  await ask()
  pass()
  t.equal(collected, 0, 'there was work')
  pass()
  t.equal(collected, 1)
  pass()
  t.equal(collected, 1, 'once is enough')
  await ask()
  pass()
  pass()
  t.equal(collected, 2)
})
