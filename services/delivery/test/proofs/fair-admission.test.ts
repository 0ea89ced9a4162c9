import { jpeg, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { readMetrics } from '../read-metrics.js'
import { isError, type Response } from '../requests.js'
import { createTenant } from '../tenant.js'

type Asset = { projectId: string; assetId: string }

async function addPicture(t: Test): Promise<Asset> {
  const project = await (await createTenant(t)).addProject()
  const picture = await jpeg({ width: 2400, height: 1800 })
  return project.addPicture(picture)
}

const urlOf = ({ projectId, assetId }: Asset, query: string): string =>
  `/api/v1/deliver/${projectId}/${assetId}?${query}`

t.test('a flood of one project does not block an image of another project', async (t) => {
  // The deadline is long, so that a slow machine refuses only what does not fit into the queue.
  const app = await build(t, { RENDER_CONCURRENCY: 1, RENDER_QUEUE: 6, RENDER_DEADLINE_MS: 60_000 })
  const [flooded, other] = [await addPicture(t), await addPicture(t)]
  const rendered: string[] = []
  const load = async (name: string, url: string, remoteAddress: string): Promise<Response> => {
    const response = await app.inject({ url, remoteAddress })
    if (response.statusCode === 200) rendered.push(name)
    return response
  }
  const flood = Array.from({ length: 20 }, (_, i) =>
    load('flood', urlOf(flooded, `w=${2399 - i}&format=png`), `10.0.${i}.1`),
  )
  await until(async () => {
    const metric = await readMetrics(app)
    return metric('renditions_running') === 1 && metric('renditions_waiting') === 6
  })
  const single = await load('other', urlOf(other, 'w=100'), '10.1.0.1')
  t.equal(single.statusCode, 200)

  const responses = await Promise.all(flood)
  t.ok(rendered.indexOf('other') <= 3, `the order is ${rendered}`)
  const refused = responses.filter(({ statusCode }) => statusCode !== 200)
  t.ok(refused.length >= 10, `${refused.length} of the flood are refused`)
  for (const response of refused) isError(t, response, 503, 'OVERLOADED')
})

t.test('a page of one project does not wait for a page of another project', async (t) => {
  const app = await build(t, { RENDER_CONCURRENCY: 1, RENDER_QUEUE: 30 })
  const [first, second] = [await addPicture(t), await addPicture(t)]
  const order: string[] = []
  const load = async (name: string, asset: Asset, query: string): Promise<void> => {
    const { statusCode } = await app.inject(urlOf(asset, query))
    t.equal(statusCode, 200)
    order.push(name)
  }
  const large = load('large', first, 'w=2399&format=png')
  await until(async () => (await readMetrics(app))('renditions_running') === 1)
  const pages = [first, second].map((asset, page) =>
    Array.from({ length: 6 }, (_, i) =>
      load(page === 0 ? 'first' : 'second', asset, `w=${20 + i}`),
    ),
  )
  await Promise.all([large, ...pages.flat()])
  t.equal(order[0], 'large')
  const half = order.slice(1, 7).filter((name) => name === 'second').length
  t.ok(half >= 2, `${half} of the first six are of the second page`)
})
