import { createClient, orThrow, type Schemas, upload as uploadImage } from '@vitrine/sdk'
import { png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'

const rounds = 25
const project = '/api/projects/{projectId}'

t.test('an acknowledged change is visible to the next request on every replica', async (t) => {
  const { management, delivery } = await startServices(t, { replicas: 3 })
  const { vitrine, projectId } = await newAccount(management.url)
  const inProject = { path: { projectId } }
  const replicas = delivery.map(({ url }) => createClient({ baseUrl: url }))
  const all = (status: number) => delivery.map(() => status)

  const bytes = await png({ width: 8, height: 8 })
  const upload = () =>
    uploadImage(vitrine, {
      projectId,
      file: new Blob([new Uint8Array(bytes)]),
      filename: 'a.png',
    })
  const newKey = () =>
    orThrow(vitrine.POST(`${project}/api-keys`, { params: inProject, body: { name: 'k' } }))
  const keyPath = (keyId: string) => ({ path: { projectId, keyId } })
  const widget = await orThrow(
    vitrine.POST(`${project}/widgets`, {
      params: inProject,
      body: { name: 'W', slug: 'w', assetIds: [], layout: 'GRID' },
    }),
  )
  const ofWidget = { params: { path: { projectId, widgetId: widget.id } } }
  const publish = () => vitrine.PUT(`${project}/widgets/{widgetId}/publish`, ofWidget)
  const unpublish = () => orThrow(vitrine.PUT(`${project}/widgets/{widgetId}/unpublish`, ofWidget))
  const edit = (body: { config?: { round: number }; assetIds?: string[] }) =>
    orThrow(vitrine.PUT(`${project}/widgets/{widgetId}`, { ...ofWidget, body }))
  const { key } = await newKey()

  /** The answers of every replica to a request that starts now. */
  const everywhere = (apiKey: string) =>
    Promise.all(
      replicas.map((replica) =>
        replica.GET('/api/v1/widgets/{widgetSlug}', {
          params: { path: { widgetSlug: 'w' } },
          headers: { 'X-API-Key': apiKey },
        }),
      ),
    )
  const statuses = async (apiKey: string) =>
    (await everywhere(apiKey)).map(({ response }) => response.status)

  await t.test('publish and unpublish', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { response } = await publish()
      // Replicas of other suites share the database.
      const proof = /^commit;dur=[\d.]+, everywhere;dur=[\d.]+;desc="(?<told>\d+) of \d+"$/
      const { told } = proof.exec(response.headers.get('server-timing') ?? '')?.groups ?? {}
      t.ok(Number(told) >= 3, `${told} replicas acknowledged`)
      t.same(await statuses(key), all(200))
      await unpublish()
      t.same(await statuses(key), all(404))
    }
  })

  await t.test('edit', async (t) => {
    await orThrow(publish())
    for (let round = 0; round < rounds; round += 1) {
      await edit({ config: { round } })
      for (const { data } of await everywhere(key)) {
        t.match(data, { widget: { config: `{"round":${round}}` } })
      }
    }
  })

  const revoke = (keyId: string) =>
    orThrow(vitrine.DELETE(`${project}/api-keys/{keyId}`, { params: keyPath(keyId) }))

  await t.test('create and revoke a key', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, key } = await newKey()
      t.same(await statuses(key), all(200))
      await revoke(id)
      t.same(await statuses(key), all(401))
    }
  })

  await t.test('change and rotate a key', async (t) => {
    const change = (keyId: string, body: Schemas['ApiKeyUpdate']) =>
      orThrow(vitrine.PUT(`${project}/api-keys/{keyId}`, { params: keyPath(keyId), body }))
    const rotate = (keyId: string, overlapSeconds: number) =>
      orThrow(
        vitrine.POST(`${project}/api-keys/{keyId}/rotate`, {
          params: keyPath(keyId),
          body: { overlapSeconds },
        }),
      )
    for (let round = 0; round < rounds; round += 1) {
      const { id, key } = await newKey()
      t.same(await statuses(key), all(200))
      await change(id, { allowedOrigins: ['https://a.example'] })
      t.same(await statuses(key), all(403))
      await change(id, { allowedOrigins: [] })
      t.same(await statuses(key), all(200))
      await change(id, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
      t.same(await statuses(key), all(200))
      const next = await rotate(id, 3600)
      t.same(await statuses(key), all(200), 'both are valid during the overlap')
      t.same(await statuses(next.key), all(200))
      const last = await rotate(next.id, 0)
      t.same(await statuses(next.key), all(401))
      t.same(await statuses(last.key), all(200))
      await revoke(id)
      await revoke(last.id)
    }
  })

  await t.test('upload, describe and delete an asset', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await upload()
      const ofAsset = { params: { path: { projectId, assetId: id } } }
      const picture = `/api/v1/deliver/${projectId}/${id}`
      const served = async () =>
        Promise.all(delivery.map(async ({ url }) => (await fetch(url + picture)).status))
      await edit({ assetIds: [id] })
      const altText = `round ${round}`
      await orThrow(vitrine.PUT(`${project}/assets/{assetId}`, { ...ofAsset, body: { altText } }))
      for (const { data } of await everywhere(key)) t.match(data, { assets: [{ id, altText }] })
      t.same(await served(), all(200))
      await orThrow(vitrine.DELETE(`${project}/assets/{assetId}`, ofAsset))
      for (const { data } of await everywhere(key)) t.strictSame(data?.assets, [])
      t.same(await served(), all(404))
    }
  })
})
