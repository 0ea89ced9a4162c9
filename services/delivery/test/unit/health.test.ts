import type { Cache } from '@vitrine/cache'
import type { Replica } from '@vitrine/coherence'
import { createApp } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { reportHealth } from '../../src/health.js'

t.test('a replica whose login role is refused is not ready although its lease holds', async (t) => {
  const app = createApp({ logLevel: 'silent' })
  let isAllowed = false
  let exchanged = 0
  reportHealth(app, {
    sql: {
      ping: async () => {
        if (!isAllowed) throw new Error('a role of its own')
      },
    },
    replica: { id: () => 'one', logId: () => 'log', reachesChangeLog: () => true } as Replica,
    cache: {
      isUp: () => true,
      evaluate: async () => {
        exchanged += 1
        return -1
      },
    } as unknown as Cache,
    store: { ping: async () => undefined } as unknown as ObjectStore,
    unpurged: null,
  })
  t.teardown(() => app.close())
  await app.ready()
  await until(async () => exchanged >= 2)
  const probe = () => app.inject('/api/v1/readyz')
  const refused = await probe()
  t.equal(refused.statusCode, 503)
  t.match(refused.json().details, [{ field: 'database' }])
  isAllowed = true
  t.equal((await probe()).statusCode, 200)
  isAllowed = false
  t.equal((await probe()).statusCode, 200, 'from then on it counts only if others reach it')
})
