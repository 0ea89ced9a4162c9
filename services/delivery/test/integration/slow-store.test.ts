import { jpeg, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { readMetrics, rendersOf } from '../read-metrics.js'
import { deliver, isError } from '../requests.js'
import { proxyToStore } from '../store-proxy.js'
import { createTenant } from '../tenant.js'

const query = 'w=300&format=webp'
const rendition = '/300x225.webp.q77'

/** The objects that a rendition waits for: the rendition itself, and its input. */
const isRead = (sent: string) =>
  sent.startsWith('GET ') && /rendition|mezzanine|original/.test(sent)

async function withAsset(t: Test) {
  const project = await (await createTenant(t)).addProject()
  const picture = await jpeg({ width: 1600, height: 1200 })
  return project.addPicture(picture)
}

t.test('a new rendition costs one lookup and one fetch, even with a slow store', async (t) => {
  const [asset, proxy] = [await withAsset(t), await proxyToStore(t, isRead)]
  const app = await build(t, { S3_ENDPOINT: proxy.endpoint })
  proxy.hold()
  t.teardown(proxy.open)
  const asked = Promise.all([deliver(app, asset, query), deliver(app, asset, query)])
  for (const round of ['look', 'fetch']) {
    await proxy.untilHeld(1)
    t.equal(proxy.count('GET', rendition), 1, round)
    proxy.letThrough()
  }
  t.same(
    (await asked).map(({ statusCode }) => statusCode),
    [200, 200],
  )
  t.equal(proxy.count('GET', rendition), 1)
  t.equal(proxy.count('GET', '/mezzanine-1024'), 1)
  t.equal(await rendersOf(app), 1)
})

t.test(
  'while the store is too slow, requests that would be late are rejected at once',
  async (t) => {
    const [asset, proxy] = [await withAsset(t), await proxyToStore(t, isRead)]
    const settings = { RENDER_CONCURRENCY: 1, RENDER_DEADLINE_MS: 1000 }
    const app = await build(t, { ...settings, S3_ENDPOINT: proxy.endpoint })
    proxy.hold()
    t.teardown(proxy.open)
    const first = deliver(app, asset, query)
    await until(async () => (await readMetrics(app))('renditions_store_seconds') > 1)
    const others = [301, 302, 303].map((width) => deliver(app, asset, `w=${width}`))
    // The store still does not respond.
    for (const other of others) isError(t, await other, 503, 'OVERLOADED')
    t.equal((await readMetrics(app))('renditions_refused_total'), 3)
    t.equal(proxy.count('GET', rendition), 1)
    proxy.open()
    await first
    await until(async () => (await deliver(app, asset, query)).statusCode === 200)
  },
)

t.test('a request is rejected in time, and the work started for it is cached', async (t) => {
  const asset = await withAsset(t)
  const proxy = await proxyToStore(t, (sent) => sent.endsWith('/mezzanine-1024'))
  const app = await build(t, { RENDER_DEADLINE_MS: 200, S3_ENDPOINT: proxy.endpoint })
  proxy.hold()
  t.teardown(proxy.open)
  // The second request joins the work of the first.
  for (let i = 0; i < 2; i += 1) isError(t, await deliver(app, asset, query), 503, 'OVERLOADED')
  t.equal((await readMetrics(app))('renditions_late_total'), 2)
  proxy.open()
  await until(async () => (await deliver(app, asset, query)).statusCode === 200)
  t.equal(proxy.count('GET', '/mezzanine-1024'), 1)
  t.equal(await rendersOf(app), 1)
})
