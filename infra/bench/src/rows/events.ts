import { setTimeout as sleep } from 'node:timers/promises'
import { createAdmin } from '../admin.js'
import { measureThroughput, offerAtRate, type Throughput } from '../load.js'
import { type Context, inTurns } from '../rounds.js'
import { type Stack, withStack } from '../stack.js'
import type { Line } from '../table.js'

const perCall = 10
const callsPerSecond = 100
const seconds = 2
const pairsPerRound = 6

/**
 * Fetches of a cached widget with 1,000 events per second to the same replica, beside as many events to another one.
 * The senders and the databases take the same share of the cores in both.
 *
 * @throws if a call is refused, and unless each event is counted once.
 */
export const events = (context: Context): Promise<Line[]> =>
  withStack(context.log, (stack) => measure(stack, context))

async function measure(stack: Stack, { log, rounds }: Context): Promise<Line[]> {
  const [delivery, other] = [await stack.startDelivery(), await stack.startDelivery()]
  const { projectId, key } = await createProject(stack.management.url)
  const target = {
    url: `${delivery.url}/api/v1/widgets/bench`,
    headers: { 'x-api-key': key },
  }
  let sent = 0
  const sendTo = async (url: string) => {
    const next = () => ({
      url: `${url}/api/v1/widgets/bench/events?api_key=${key}`,
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      body: JSON.stringify({ events: Array(perCall).fill({ type: 'view' }) }),
    })
    const { answers } = await offerAtRate({ url, seconds, next }, callsPerSecond, true)
    const refused = answers.filter(({ status }) => status !== 204)
    if (refused.length > 0) throw new Error(`events were answered ${refused[0]?.status}`)
    sent += perCall * answers.length
  }
  const beside = async (url: string) => {
    const [throughput] = await Promise.all([measureThroughput(target, delivery), sendTo(url)])
    return throughput
  }
  await measureThroughput(target, delivery, { seconds: 5 })
  log('fetches beside events …')
  const samples = await inTurns(rounds * pairsPerRound, {
    here: () => beside(delivery.url),
    elsewhere: () => beside(other.url),
  })
  const counted = await settled(() => countOf(stack, projectId))
  if (counted !== sent) throw new Error(`${counted} events were counted, ${sent} were sent`)
  const pick = (name: keyof Throughput) => ({
    ours: samples.here.map((one) => one[name]),
    peer: { name: 'elsewhere', samples: samples.elsewhere.map((one) => one[name]) },
  })
  return [
    {
      name: 'fetches beside 1,000 events per second',
      unit: '/s',
      ...pick('perSecond'),
      bar: { of: 'ratio', atLeast: 0.98 },
    },
    { name: 'a fetch, with the events themselves', unit: 'CPU-µs', ...pick('cpuUs') },
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
