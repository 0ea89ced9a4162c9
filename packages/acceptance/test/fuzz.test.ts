import { fuzz } from '@vitrine/fuzz'
import t from 'tap'
import { startServices } from './services.js'

t.test('no request causes an undocumented response or a 5xx', async (t) => {
  const { management, delivery } = await startServices(t)
  const [{ url }] = delivery
  const result = await fuzz({ management: management.url, delivery: url, requests: 1500, seed: 1 })
  for (const { call, problem, request } of result.findings)
    t.fail(`${call}: ${problem}: ${request}`)
  t.ok(result.sent >= 1400, `${result.sent} requests`)
  for (const status of [200, 201, 204, 400, 401, 403, 404, 409]) {
    t.ok((result.statuses[status] ?? 0) > 0, `some responses have status ${status}`)
  }
})
