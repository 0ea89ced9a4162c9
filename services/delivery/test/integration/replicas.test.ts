import { recipe } from '@vitrine/imaging'
import { jpeg, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build, dead } from '../build.js'
import { rendersOf } from '../read-metrics.js'
import { deliver } from '../requests.js'
import { createTenant } from '../tenant.js'

const query = 'w=600&format=webp'

async function world(t: Test) {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const picture = await jpeg({ width: 2400, height: 1800 })
  const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
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

t.test('without Redis, each replica renders at most once', async (t) => {
  const { asset } = await world(t)
  const settings = dead.redis
  const replicas = [await build(t, settings), await build(t, settings)] as const
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => deliver(replicas[i % 2 === 0 ? 0 : 1], asset, query)),
  )
  for (const { statusCode, payload } of responses) {
    t.equal(statusCode, 200, statusCode === 200 ? 'answered' : payload)
  }
  t.ok((await rendersOf(...replicas)) <= 2)
})

t.test('a replica that died during a render delays the others only briefly', async (t) => {
  const { asset, cache } = await world(t)
  const app = await build(t, {})
  const key = `${asset.projectId}/${asset.assetId}/${recipe}/600x450.webp.q77`
  // It leaves a lock that is no longer renewed.
  const lock = 'of a replica that died'
  await cache.set(`vitrine:rendition:${key}`, lock, 1)
  t.equal((await deliver(app, asset, query)).statusCode, 200)
  t.not(await cache.get(`vitrine:rendition:${key}`), lock, 'it has waited until that was over')
  t.equal(await rendersOf(app), 1)
})

t.test('a lock that is not released is not waited for beyond the deadline', async (t) => {
  const { asset, cache } = await world(t)
  const app = await build(t, { RENDER_DEADLINE_MS: 200 })
  const key = `${asset.projectId}/${asset.assetId}/${recipe}/600x450.webp.q77`
  await cache.set(`vitrine:rendition:${key}`, 'of a replica that is slow', 600)
  await until(async () => (await deliver(app, asset, query)).statusCode === 200)
  t.ok(await cache.get(`vitrine:rendition:${key}`))
})
