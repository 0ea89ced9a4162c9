import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { App } from '@vitrine/http'
import { jpeg, noisePng, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { readMetrics, rendersOf } from '../read-metrics.js'
import { deliver, isError } from '../requests.js'
import { linkToStore } from '../store-link.js'
import { createTenant } from '../tenant.js'

type Asset = { projectId: string; assetId: string }

const pathOf = ({ projectId, assetId }: Asset, query: string) =>
  `/api/v1/deliver/${projectId}/${assetId}?${query}`

/** A request on a separate connection, which the client can close. */
function ask(app: App, asset: Asset, query: string) {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${pathOf(asset, query)} HTTP/1.1\r\nHost: vitrine.test\r\n\r\n`)
  return { leave: () => socket.destroy() }
}

/** One slot, and a picture that takes long enough to render. */
async function busyApp(t: import('tap').Test) {
  const app = await build(t, { RENDER_CONCURRENCY: 1, RENDER_DEADLINE_MS: 60_000 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const project = await (await createTenant(t)).addProject()
  const picture = await jpeg({ width: 4000, height: 3000 })
  const asset = await project.addPicture(picture)
  const count = async (series: string, expected: number) =>
    until(async () => (await readMetrics(app))(series) === expected)
  return { app, asset, count }
}

t.test('a client that disconnects while waiting gives up its place', async (t) => {
  const { app, asset, count } = await busyApp(t)
  const large = deliver(app, asset, 'w=3999&format=png')
  await count('renditions_running', 1)
  const clients = [11, 12, 13].map((width) => ask(app, asset, `w=${width}`))
  await count('renditions_waiting', 3)
  for (const { leave } of clients.slice(0, 2)) leave()
  await count('renditions_waiting', 1)
  t.equal((await large).statusCode, 200)
  await count('renditions_rendered_total', 2)
  await count('renditions_running', 0)
  t.equal(await rendersOf(app), 2, 'the third is rendered, the others are not')
})

t.test('a running render is finished and cached after the last client disconnects', async (t) => {
  const { app, asset, count } = await busyApp(t)
  const { leave } = ask(app, asset, 'w=3999&format=png')
  await count('renditions_running', 1)
  leave()
  const joined = await deliver(app, asset, 'w=3999&format=png')
  t.equal(joined.statusCode, 200)
  t.equal(await rendersOf(app), 1)
})

t.test(
  'a store that fails during a download is a 503, before any of the answer is sent',
  async (t) => {
    const link = await linkToStore(t)
    const app = await build(t, { S3_ENDPOINT: link.endpoint })
    const project = await (await createTenant(t)).addProject()
    const picture = await noisePng({ width: 1200, height: 900 })
    const asset = await project.addPicture(picture)
    for (const headers of [{}, { range: `bytes=10-${picture.length - 10}` }]) {
      link.cutAfter(1_000_000)
      isError(t, await deliver(app, asset, '', headers), 503, 'STORE_UNAVAILABLE')
      link.cutAfter(Number.POSITIVE_INFINITY)
    }
    t.ok((await deliver(app, asset)).rawPayload.equals(picture))
  },
)
