import { randomUUID } from 'node:crypto'
import { createCache, createEventStream } from '@vitrine/cache'
import { type EventCount, encodeEventBatch, eventStreams } from '@vitrine/contracts'
import { createAdmin } from '../admin.js'
import { pause } from '../interruption.js'
import { createReport } from '../report/bars.js'
import { type Stack, withStack } from '../with-stack.js'
import { compareFetches, measureEvents } from './fetches.js'
import { startDurableRedis } from './redis.js'

type Log = (line: string) => void
type Redis = Awaited<ReturnType<typeof startDurableRedis>>

const perCall = 10
const unlimited = {
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  EVENT_LIMIT_PER_KEY: '0',
  EVENT_LIMIT_PER_ADDRESS: '0',
}

/**
 * Events: whether all are counted although processes die, how fast a backlog is counted, and what they cost a
 * fetch of a widget.
 *
 * @throws if an event is missing that no counter reports, or if one is counted twice.
 */
export async function benchEvents(log: Log): Promise<void> {
  const redis = await startDurableRedis(log)
  // The backends of the stack are this one, and those that it starts.
  process.env.REDIS_URL = redis.url
  try {
    await withStack(log, (stack) => measure(stack, redis, log))
  } finally {
    await redis.stop()
  }
}

async function measure(stack: Stack, redis: Redis, log: Log): Promise<void> {
  const delivery = await stack.startDelivery(unlimited)
  const project = await createProject(stack.management.url)
  const other = await stack.startDelivery(unlimited)
  const post = async (url: string) => {
    const response = await fetch(`${url}/api/v1/widgets/bench/events?api_key=${project.key}`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      body: JSON.stringify({ events: Array(perCall).fill({ type: 'view' }) }),
    })
    if (response.status !== 204) throw new Error(`${response.status}: ${await response.text()}`)
  }
  const counted = () => countOf(stack, project.projectId)
  const subject = { delivery, other, key: project.key, post, perCall }
  await measureEvents(subject, log)
  await compareFetches(subject, log)
  const before = await settled(counted)
  const { url } = delivery
  await countUnderKills(stack, redis, { post: () => post(url), counted, before, url }, log)
  await catchUp(stack, redis, { ...project, counted }, log)
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
  return { projectId, widgetId, key }
}

async function countOf({ database }: Stack, projectId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ n: number }[]>`
    SELECT coalesce(sum(views), 0)::float8 AS n FROM widget_statistics
    WHERE project_id = ${projectId}::uuid AND span = 'DAY'
      AND widget_id = '00000000-0000-0000-0000-000000000000'`
  return row?.n ?? 0
}

/** The count when it has not changed for three seconds. */
async function settled(counted: () => Promise<number>): Promise<number> {
  let last = -1
  for (let now = await counted(); now !== last; now = await counted()) {
    last = now
    await pause(3000)
  }
  return last
}

type Counting = {
  post: () => Promise<void>
  counted: () => Promise<number>
  before: number
  url: string
}

const events = 100_000
const kills = 10
const catchUpBarSeconds = 60

async function countUnderKills(stack: Stack, redis: Redis, counting: Counting, log: Log) {
  const { post, counted, before, url } = counting
  let left = events / perCall
  const send = async () => {
    while (left > 0) {
      left -= 1
      await post()
    }
  }
  const sending = Promise.all(Array.from({ length: 4 }, send))
  let reader = stack.management
  for (let i = 0; i < kills; i += 1) {
    process.kill(reader.pid as number, 'SIGKILL')
    if (i === kills / 2) await redis.restart()
    reader = await stack.startManagement()
    await pause(500 + 100 * i)
  }
  await sending
  const sum = (await settled(counted)) - before
  const text = await (await fetch(`${url}/metrics`)).text()
  const dropped = [...text.matchAll(/^events_dropped_total\{.*\} (\d+)$/gm)]
    .map(([, n]) => Number(n))
    .reduce((total, n) => total + n, 0)
  log(`${events} events, ${kills} kills, 1 restart of Redis: ${sum} counted, ${dropped} dropped`)
  if (sum > events || sum < events - dropped) throw new Error('events were lost or doubled')
  process.kill(reader.pid as number, 'SIGKILL')
}

/** The largest backlog: full streams of events of different pictures. */
async function catchUp(
  stack: Stack,
  redis: Redis,
  {
    projectId,
    widgetId,
    counted,
  }: { projectId: string; widgetId: string; counted: () => Promise<number> },
  log: Log,
) {
  const cache = createCache({ url: redis.url, commandTimeoutMs: 10_000, onStatus: () => undefined })
  while (!cache.isUp()) await pause(50)
  const ids = Array.from({ length: 500 }, () => randomUUID())
  const before = await counted()
  const entries = 15_625
  for (const [number, key] of eventStreams.entries()) {
    const producer = randomUUID()
    const stream = createEventStream(cache, key)
    const texts = Array.from({ length: entries }, (_, i) => {
      const counts = Array.from({ length: 16 }, (_, j): EventCount => {
        const assetId = j === 0 ? null : (ids[(16 * i + j + number) % ids.length] as string)
        return { type: 'view', assetId, n: 1 }
      })
      return encodeEventBatch({ producer, seq: i + 1, widgets: [{ projectId, widgetId, counts }] })
    })
    for (let from = 0; from < entries; from += 500) {
      await stream.append(texts.slice(from, from + 500), 1_000_000)
    }
  }
  await stack.startManagement()
  const startMs = performance.now()
  while ((await counted()) - before < entries * eventStreams.length) await pause(200)
  const seconds = (performance.now() - startMs) / 1000
  const waiting = 16 * entries * eventStreams.length
  createReport(log).atMost(
    `${waiting} waiting events: counted in`,
    [seconds],
    's',
    catchUpBarSeconds,
  )
  cache.close()
}
