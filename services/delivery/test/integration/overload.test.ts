import { holdImages, jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { readMetrics } from '../read-metrics.js'
import { deliver, fetchWidget, isError, type Response } from '../requests.js'
import { createTenant } from '../tenant.js'

/** All header fields that do not vary per request. */
function said({ statusCode, headers, body }: Response) {
  const {
    date,
    'x-request-id': id,
    'retry-after': wait,
    'content-length': length,
    ...rest
  } = headers
  const { timestamp, requestId, ...fields } = body === '' ? {} : JSON.parse(body)
  return { statusCode, headers: { ...rest }, fields }
}

t.test('a full queue is 503, and requests without a render are answered', async (t) => {
  const app = await build(t, { RENDER_CONCURRENCY: 1, RENDER_QUEUE: 0 })
  const project = await (await createTenant(t)).addProject()
  const picture = await jpeg({ width: 400, height: 300 })
  const asset = await project.addPicture(picture)
  const [{ key }, { slug }] = [await project.addKey(), await project.addWidget()]
  const { headers } = await deliver(app, asset, 'w=20')
  const images = await holdImages()
  t.teardown(images.release)
  const known = { 'if-none-match': String(headers.etag) }

  const widths = [399, 398, 397, 396]
  let refusedCount = 0
  const held = widths.map(async (width) => {
    const response = await deliver(app, asset, `w=${width}&format=avif`)
    if (response.statusCode === 503) refusedCount += 1
    return response
  })
  const needless = await Promise.all([
    app.inject('/api/v1/healthz'),
    fetchWidget(app, slug, key),
    deliver(app, asset),
    deliver(app, asset, '', {}, 'HEAD'),
    deliver(app, asset, 'w=400'),
  ])
  t.same(new Set(needless.map(({ statusCode }) => statusCode)), new Set([200]))
  t.equal((await deliver(app, asset, 'w=20', known)).statusCode, 304)
  await until(() => refusedCount === 3)
  images.release()
  const responses = await Promise.all(held)
  const refused = responses.filter(({ statusCode }) => statusCode !== 200)
  t.equal(refused.length, 3)
  for (const response of refused) isError(t, response, 503, 'OVERLOADED')
  t.equal((await deliver(app, asset, 'w=10')).statusCode, 200, 'the slot is free again')
})

t.test('an immediate rejection equals any other, and affects no other request', async (t) => {
  const project = await (await createTenant(t)).addProject()
  const picture = await jpeg({ width: 400, height: 300 })
  const asset = await project.addPicture(picture)
  const app = await build(t, { RENDER_CONCURRENCY: 1, RENDER_QUEUE: 1 })
  const { headers } = await deliver(app, asset, 'w=10')
  const etag = String(headers.etag).replace('10x8', '50x38')
  const images = await holdImages()
  t.teardown(images.release)
  const large = [399, 398].map((width) => deliver(app, asset, `w=${width}&format=png`))
  const metrics = await readMetrics(app)
  await until(async () => (await readMetrics(app))('renditions_waiting') === 1)

  for (const query of ['w=50', 'w=50&format=auto']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const atOnce = await deliver(app, asset, query, {}, method)
      // A range takes the normal path.
      const usual = await deliver(app, asset, query, { range: 'bytes=0-9' }, method)
      isError(t, atOnce, 503, 'OVERLOADED')
      t.same(said(atOnce), said(usual), `${method} ${query}`)
    }
  }
  isError(t, await deliver(app, asset, 'w=0'), 400, 'VALIDATION_FAILED')
  t.equal((await deliver(app, asset, 'w=50', { 'if-none-match': etag })).statusCode, 304)
  t.equal((await deliver(app, asset, 'w=10')).statusCode, 200)
  const none = { ...asset, assetId: project.id }
  isError(t, await deliver(app, none, 'w=50'), 404, 'ASSET_NOT_FOUND')
  t.ok(
    (await readMetrics(app))('renditions_refused_total') - metrics('renditions_refused_total') >= 8,
  )
  images.release()
  t.same(
    (await Promise.all(large)).map(({ statusCode }) => statusCode),
    [200, 200],
  )
})

t.test('existing renditions are served while new ones are rejected', async (t) => {
  const project = await (await createTenant(t)).addProject()
  const picture = await jpeg({ width: 400, height: 300 })
  const asset = await project.addPicture(picture)
  const other = await build(t, {})
  const embedded = 'w=320&format=webp'
  await deliver(other, asset, embedded)
  await other.close()

  const app = await build(t, { RENDER_CONCURRENCY: 1, RENDER_QUEUE: 0 })
  t.equal((await deliver(app, asset, 'w=40')).statusCode, 200)
  const images = await holdImages()
  t.teardown(images.release)
  const large = deliver(app, asset, 'w=399&format=png')
  await until(async () => (await readMetrics(app))('renditions_running') === 1)
  isError(t, await deliver(app, asset, 'w=50'), 503, 'OVERLOADED')
  t.equal((await deliver(app, asset, 'w=40')).statusCode, 200, 'from memory')
  t.equal((await deliver(app, asset, embedded)).statusCode, 200, 'from the store')
  t.equal((await readMetrics(app))('renditions_running'), 1, 'all that in the meantime')
  images.release()
  t.equal((await large).statusCode, 200)
})
