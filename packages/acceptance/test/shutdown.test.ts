import { type RunningService, type ServiceName, startService } from '@vitrine/local/services'
import { until } from '@vitrine/testing'
import t, { type Test } from 'tap'
import { createClient, newTenant } from './client.js'
import { createLane, LaneError } from './lane.js'
import { environment } from './services.js'

/** Longer than any test, because the tests end the delay with a second signal. */
const longDelay = { SHUTDOWN_DELAY_SECONDS: '300' }

async function start(t: Test, name: ServiceName, settings: Record<string, string>) {
  const env = { ...environment('http://vitrine.test'), ...settings }
  const service = await startService({ name, env, log: () => undefined })
  t.teardown(() => service.stop('SIGKILL'))
  const status = async () => (await fetch(`${service.url}/readyz`)).status
  await until(async () => (await status()) === 200)
  return service
}

/** Resolves when the first signal has taken effect. */
async function leave(service: RunningService, signal: NodeJS.Signals = 'SIGTERM') {
  process.kill(service.pid, signal)
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503)
}

/** A published widget, and the path and key to fetch it. */
async function publishWidget(management: RunningService) {
  const { client, path } = await newTenant(management)
  const widget = await client.post<{ id: string }>(`${path}/widgets`, {
    name: 'W',
    slug: 'w',
    assetIds: [],
    layout: 'GRID',
  })
  const widgetPath = `${path}/widgets/${widget.body.id}`
  const { body: apiKey } = await client.post<{ key: string }>(`${path}/api-keys`, { name: 'k' })
  await client.put(`${widgetPath}/publish`)
  return { client, widgetPath, fetchPath: `/api/v1/widgets/w?api_key=${apiKey.key}` }
}

t.test('after SIGTERM the port stays open and no connection is refused or reset', async (t) => {
  const management = await start(t, 'management-api', {})
  const { fetchPath } = await publishWidget(management)
  const paths = { delivery: fetchPath, 'management-api': '/api/openapi.json' }

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

t.test('a keep-alive connection is served during the delay and then closed', async (t) => {
  const service = await start(t, 'delivery', longDelay)
  const lane = createLane(service)
  t.teardown(() => lane.close())
  t.match(await lane.get('/embed/v1.js'), { status: 200, closes: false })
  await leave(service, 'SIGINT')
  t.match(await lane.get('/embed/v1.js'), { status: 200, closes: true })
  t.match(await lane.get('/healthz'), { status: 200 }, 'is alive')
  t.match(await lane.get('/readyz'), { status: 503 }, 'is not ready')
  process.kill(service.pid, 'SIGTERM')
  t.equal((await service.exited).code, 0)
})

t.test('a replica acknowledges changes as long as it responds', async (t) => {
  const management = await start(t, 'management-api', {})
  const { client, widgetPath, fetchPath } = await publishWidget(management)
  const delivery = await start(t, 'delivery', longDelay)
  const fetchWidget = async () => (await createClient(delivery).get(fetchPath)).status
  t.equal(await fetchWidget(), 200)
  await leave(delivery)
  for (let round = 0; round < 5; round += 1) {
    t.equal((await client.put(`${widgetPath}/unpublish`)).status, 200)
    t.equal(await fetchWidget(), 404)
    t.equal((await client.put(`${widgetPath}/publish`)).status, 200)
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
