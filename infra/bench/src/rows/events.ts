import { setTimeout as sleep } from 'node:timers/promises'
import { createAdmin } from '../admin.js'
import { measureThroughput, offerInTurn } from '../load.js'
import { cpuMsOf } from '../processes.js'
import { type Context, inTurns } from '../rounds.js'
import { type Stack, withStack } from '../stack.js'
import type { Line } from '../table.js'

const perCall = 10
/** Per round, and before the first one, until all hot functions are compiled. */
const calls = { measured: 2000, warmUp: 5000 }

/**
 * The CPU time of delivery for a call that records events, beside that for a fetch of a cached widget. 1,000 events per
 * second, in 100 calls, may take 2 % of a core.
 *
 * @throws if a call is refused, and unless each event is counted once.
 */
export const events = (context: Context): Promise<Line[]> =>
  withStack(context.log, (stack) => measure(stack, context))

async function measure(stack: Stack, { log, rounds }: Context): Promise<Line[]> {
  const delivery = await stack.startDelivery()
  const { projectId, key } = await createProject(stack.management.url)
  const widget = `${delivery.url}/api/v1/widgets/bench`
  const fetches = { url: widget, headers: { 'x-api-key': key } }
  const call = {
    url: `${widget}/events?api_key=${key}`,
    headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    body: JSON.stringify({ events: Array(perCall).fill({ type: 'view' }) }),
  }
  let sent = 0
  const send = async (amount: number) => {
    const offer = { url: delivery.url, seconds: 60, next: () => call }
    const { answers } = await offerInTurn(offer, { connections: 16, amount })
    const refused = answers.find(({ status }) => status !== 204)
    if (refused !== undefined) throw new Error(`events were answered ${refused.status}`)
    sent += perCall * answers.length
  }
  log('events …')
  await send(calls.warmUp)
  await measureThroughput(fetches, delivery, { seconds: 5 })
  const samples = await inTurns(rounds, {
    call: async () =>
      (1000 * (await cpuMsOf(delivery.pid, () => send(calls.measured)))) / calls.measured,
    fetch: () => measureThroughput(fetches, delivery),
  })
  const counted = await settled(() => countOf(stack, projectId))
  if (counted !== sent) throw new Error(`${counted} events were counted, ${sent} were sent`)
  log(`${counted} events, each counted once`)
  return [
    {
      name: 'a call with ten events',
      unit: 'CPU-µs',
      ours: samples.call,
      peer: { name: 'a cached widget', samples: samples.fetch.map(({ cpuUs }) => cpuUs) },
      bar: { of: 'figure', atMost: 200 },
    },
  ]
}

async function createProject(url: string) {
  const admin = await createAdmin(url)
  const { id: projectId } = await admin.createProject('Events')
  const path = `/api/projects/${projectId}`
  const fields = { name: 'bench', permissions: 'READ_WRITE' }
  const { key } = await admin.post<{ key: string }>(`${path}/api-keys`, fields)
  const widget = { name: 'Bench', slug: 'bench', layout: 'GRID', assetIds: [] }
  const { id: widgetId } = await admin.post<{ id: string }>(`${path}/widgets`, widget)
  await admin.put(`${path}/widgets/${widgetId}/publish`)
  return { projectId, key }
}

async function countOf({ database }: Stack, projectId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ n: number }[]>`
    SELECT coalesce(sum(views), 0)::float8 AS n FROM widget_statistics
    WHERE project_id = ${projectId}::uuid AND span = 'DAY'
      AND widget_id = '00000000-0000-0000-0000-000000000000'`
  return row?.n ?? 0
}

/** The count when it has not changed for three seconds. */
async function settled(count: () => Promise<number>): Promise<number> {
  let last = -1
  for (let now = await count(); now !== last; now = await count()) {
    last = now
    await sleep(3000)
  }
  return last
}
