import type { RunningService } from '@vitrine/local/services'
import { createClient, orThrow } from '@vitrine/sdk'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { createLane, LaneError } from '../lane.js'
import { leave, longDelay, start } from '../leaving.js'

const widgets = '/api/projects/{projectId}/widgets'

/** A published widget, how to publish and unpublish it, and the key to fetch it. */
async function publishWidget({ url }: RunningService) {
  const { vitrine, projectId } = await newAccount(url)
  const params = { path: { projectId } }
  const { id } = await orThrow(
    vitrine.POST(widgets, {
      params,
      body: { name: 'W', slug: 'w', assetIds: [], layout: 'GRID' },
    }),
  )
  const { key } = await orThrow(
    vitrine.POST('/api/projects/{projectId}/api-keys', { params, body: { name: 'k' } }),
  )
  const ofWidget = { params: { path: { projectId, widgetId: id } } }
  const publish = () => vitrine.PUT(`${widgets}/{widgetId}/publish`, ofWidget)
  const unpublish = () => vitrine.PUT(`${widgets}/{widgetId}/unpublish`, ofWidget)
  await orThrow(publish())
  return { publish, unpublish, key }
}

t.test('after SIGTERM the port stays open and no connection is refused or reset', async (t) => {
  const management = await start(t, 'management-api', {})
  const { key } = await publishWidget(management)
  const paths = {
    delivery: `/api/v1/widgets/w?api_key=${key}`,
    'management-api': '/api/openapi.json',
  }

  for (const name of ['delivery', 'management-api'] as const) {
    await t.test(name, async (t) => {
      const service = await start(t, name, longDelay)
      const path = paths[name]
      const lanes = Array.from({ length: 6 }, () => createLane(service))
      t.teardown(() => lanes.map((lane) => lane.close()))
      for (const lane of lanes) t.match(await lane.get(path), { status: 200, closes: false })

      let isDelayOver = false
      let answered = 0
      /**
       * Sends requests continuously. Afterwards the port may be closed, but no keep-alive
       * connection reset.
       */
      const load = async (lane: (typeof lanes)[number]): Promise<void> => {
        for (;;) {
          const answer = await lane.get(path).catch((error: LaneError) => error)
          if (answer instanceof LaneError) {
            if (isDelayOver && !answer.isReused) return
            throw answer
          }
          if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`)
          answered += 1
        }
      }
      const loads = Promise.all(lanes.map(load))
      // May reject during the steps below, before it is awaited.
      loads.catch(() => undefined)

      await leave(service)
      const idle = createLane(service)
      t.teardown(() => idle.close())
      t.match(await idle.get(path), { status: 200, closes: true }, 'on a new connection')
      const before = answered
      await Promise.race([loads, until(async () => answered >= before + 100)])

      isDelayOver = true
      process.kill(service.pid, 'SIGINT')
      await loads
      t.strictSame(await service.exited, { code: 0, signal: null })
    })
  }
})

t.test('a replica acknowledges changes as long as it responds', async (t) => {
  const management = await start(t, 'management-api', {})
  const { publish, unpublish, key } = await publishWidget(management)
  const delivery = await start(t, 'delivery', longDelay)
  const headers = { 'X-API-Key': key }
  const site = createClient({ baseUrl: delivery.url, headers })
  const params = { path: { widgetSlug: 'w' } }
  const fetchWidget = async () =>
    (await site.GET('/api/v1/widgets/{widgetSlug}', { params })).response.status
  t.equal(await fetchWidget(), 200)
  await leave(delivery)
  for (let round = 0; round < 5; round += 1) {
    t.equal((await unpublish()).response.status, 200)
    t.equal(await fetchWidget(), 404)
    t.equal((await publish()).response.status, 200)
    t.equal(await fetchWidget(), 200)
  }
  process.kill(delivery.pid, 'SIGTERM')
  t.equal((await delivery.exited).code, 0)
})

t.test('the delay also ends by itself', async (t) => {
  const service = await start(t, 'delivery', { SHUTDOWN_DELAY_SECONDS: '0.2' })
  process.kill(service.pid, 'SIGTERM')
  t.strictSame(await service.exited, { code: 0, signal: null })
})
