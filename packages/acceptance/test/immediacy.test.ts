import { png } from '@vitrine/testing'
import t from 'tap'
import { createClient, newTenant } from './client.js'
import { startServices } from './services.js'

const rounds = 25

t.test('an acknowledged change is visible to the next request on every replica', async (t) => {
  const { management, delivery } = await startServices(t, { replicas: 3 })
  const { client, path, projectId } = await newTenant(management)
  const upload = () =>
    png({ width: 8, height: 8 }).then((bytes) =>
      client.upload<{ id: string }>(`${path}/assets`, bytes, 'a.png'),
    )
  const widget = await client.post<{ id: string }>(`${path}/widgets`, {
    name: 'W',
    slug: 'w',
    assetIds: [],
    layout: 'GRID',
  })
  const widgetPath = `${path}/widgets/${widget.body.id}`
  const newKey = async () =>
    (await client.post<{ id: string; key: string }>(`${path}/api-keys`, { name: 'k' })).body
  const { key } = await newKey()

  /** The responses of every replica to a request that starts now. */
  const everywhere = (url: string) =>
    Promise.all(delivery.map((replica) => createClient(replica).get<never>(url)))
  const statuses = async (url: string) => (await everywhere(url)).map(({ status }) => status)
  const all = (status: number) => delivery.map(() => status)
  const fetchWidget = `/api/v1/widgets/w?api_key=${key}`

  await t.test('publish and unpublish', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { headers } = await client.put(`${widgetPath}/publish`)
      const proof = /^commit;dur=[\d.]+, everywhere;dur=[\d.]+;desc="3 of 3"$/
      t.match(headers.get('server-timing'), proof)
      t.same(await statuses(fetchWidget), all(200))
      await client.put(`${widgetPath}/unpublish`)
      t.same(await statuses(fetchWidget), all(404))
    }
  })

  await t.test('edit', async (t) => {
    await client.put(`${widgetPath}/publish`)
    for (let round = 0; round < rounds; round += 1) {
      await client.put(widgetPath, { config: { round } })
      for (const { body } of await everywhere(fetchWidget)) {
        t.match(body, { widget: { config: `{"round":${round}}` } })
      }
    }
  })

  await t.test('create and revoke a key', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, key } = await newKey()
      const url = `/api/v1/widgets/w?api_key=${key}`
      t.same(await statuses(url), all(200))
      await client.delete(`${path}/api-keys/${id}`)
      t.same(await statuses(url), all(401))
    }
  })

  await t.test('change and rotate a key', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, key } = await newKey()
      const url = `/api/v1/widgets/w?api_key=${key}`
      t.same(await statuses(url), all(200))
      await client.put(`${path}/api-keys/${id}`, { allowedOrigins: ['https://a.example'] })
      t.same(await statuses(url), all(403))
      await client.put(`${path}/api-keys/${id}`, { allowedOrigins: [] })
      t.same(await statuses(url), all(200))
      const later = new Date(Date.now() + 3_600_000).toISOString()
      await client.put(`${path}/api-keys/${id}`, { expiresAt: later })
      t.same(await statuses(url), all(200))
      const rotate = (id: string, overlapSeconds: number) =>
        client.post<{ id: string; key: string }>(`${path}/api-keys/${id}/rotate`, {
          overlapSeconds,
        })
      const next = (await rotate(id, 3600)).body
      t.same(await statuses(url), all(200), 'both are valid during the overlap')
      t.same(await statuses(`/api/v1/widgets/w?api_key=${next.key}`), all(200))
      const last = (await rotate(next.id, 0)).body
      t.same(await statuses(`/api/v1/widgets/w?api_key=${next.key}`), all(401))
      t.same(await statuses(`/api/v1/widgets/w?api_key=${last.key}`), all(200))
      await client.delete(`${path}/api-keys/${id}`)
      await client.delete(`${path}/api-keys/${last.id}`)
    }
  })

  await t.test('upload, describe and delete an asset', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = (await upload()).body
      const picture = `/api/v1/deliver/${projectId}/${id}`
      const served = async () =>
        Promise.all(delivery.map(async ({ url }) => (await fetch(url + picture)).status))
      await client.put(widgetPath, { assetIds: [id] })
      await client.put(`${path}/assets/${id}`, { altText: `round ${round}` })
      for (const { body } of await everywhere(fetchWidget)) {
        t.match(body, { assets: [{ id, altText: `round ${round}` }] })
      }
      t.same(await served(), all(200))
      await client.delete(`${path}/assets/${id}`)
      for (const { body } of await everywhere(fetchWidget)) {
        t.strictSame((body as { assets: unknown[] }).assets, [])
      }
      t.same(await served(), all(404))
    }
  })
})
