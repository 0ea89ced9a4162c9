import { jpeg } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { rendersOf } from '../read-metrics.js'
import { deliver } from '../requests.js'
import { createTenant } from '../tenant.js'

const query = 'w=600&format=webp'

async function world(t: Test) {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const picture = await jpeg({ width: 2400, height: 1800 })
  const asset = await project.addPicture(picture)
  return { ...tenant, asset }
}

t.test('fifty concurrent requests on two replicas cause one render', async (t) => {
  const { asset } = await world(t)
  const replicas = [await build(t, {}), await build(t, {})] as const
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => deliver(replicas[i % 2 === 0 ? 0 : 1], asset, query)),
  )
  const [first] = responses
  for (const { statusCode, rawPayload } of responses) {
    t.equal(statusCode, 200)
    t.ok(first?.rawPayload.equals(rawPayload))
  }
  t.equal(await rendersOf(...replicas), 1)
})
