// Needs a process of its own: while it replaces setInterval, connections that other files close stop no timer.

import { mock } from 'node:test'
import { backends, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createCache } from '../../src/cache.js'

t.test('a closed cache keeps no process alive', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const cache = createCache({
    url: backends().redisUrl,
    // Longer than several heartbeats.
    commandTimeoutMs: 15_000,
    onStatus: () => undefined,
  })
  await until(cache.isUp)
  mock.timers.tick(5000)
  await cache.get('name')
  cache.close()
  await until(() => !cache.isUp())
  // Timers of the test process itself may have ended.
  t.ok(timers() <= before)
})
