import { randomUUID } from 'node:crypto'
import { encodeEventBatch } from '@vitrine/contracts'
import { createMetrics } from '@vitrine/http'
import t, { type Test } from '@vitrine/testing/t'
import { createHousekeeping } from '../../src/housekeeping/housekeeping.js'
import { createEventReader } from '../../src/resources/statistics/counting/event-reader.js'
import { build } from '../build.js'
import { createProject, register } from '../client.js'
import { openDatabase, openScopedDatabase } from '../dependencies.js'
import { openEvents } from '../events.js'

/** A project, and a stream with its readers. */
async function prepare(t: Test) {
  const app = await build(t)
  const { id: projectId } = await createProject(await register(app))
  const events = await openEvents(t)
  const owner = openDatabase(t)
  const database = openScopedDatabase(t).forJobs()
  const widgetId = randomUUID()
  const createReader = (overrides: Partial<Parameters<typeof createEventReader>[0]> = {}) =>
    createEventReader({
      database,
      streams: [events.stream],
      metrics: createMetrics(),
      log: app.log,
      ...overrides,
    })
  const write = (n: number, assetId: string | null = null) =>
    events.write({ projectId, widgetId, counts: [{ type: 'view', assetId, n }] })
  const countOf = async (span = 'DAY'): Promise<number> => {
    const [row] = await owner.$queryRaw<{ n: number }[]>`
      SELECT coalesce(sum(views), 0)::int AS n FROM widget_statistics
      WHERE project_id = ${projectId}::uuid AND span = ${span}::text
        AND widget_id = ${widgetId}::uuid`
    return row?.n ?? 0
  }
  return { app, projectId, widgetId, events, owner, database, createReader, write, countOf }
}

t.test('events are added to all sums and removed from the stream', async (t) => {
  const { createReader, write, countOf, events, owner, projectId } = await prepare(t)
  const assetId = randomUUID()
  await write(2)
  await write(3)
  await write(7, assetId)
  const reader = createReader()
  await reader.run()
  for (const span of ['QUARTER', 'HOUR', 'DAY', 'MONTH']) t.equal(await countOf(span), 5, span)
  const [asset] = await owner.$queryRaw<{ n: number }[]>`
    SELECT views::int AS n FROM asset_statistics
    WHERE project_id = ${projectId}::uuid AND span = 'HOUR' AND asset_id = ${assetId}::uuid`
  t.equal(asset?.n, 7)
  t.equal(await events.stream.length(), 0)
  t.equal(reader.counts().counted, 12)
})

t.test('a reader that dies after the commit doubles nothing', async (t) => {
  const { createReader, write, countOf, events } = await prepare(t)
  await write(4)
  // The entries stay, as if the process had died before it removed them.
  const dying = createReader({
    streams: [{ ...events.stream, remove: () => Promise.reject(new Error('killed')) }],
  })
  await t.rejects(dying.run(), /killed/)
  t.equal(await countOf(), 4)
  await write(1)
  const next = createReader()
  await next.run()
  t.equal(await countOf(), 5)
  t.equal(next.counts().repeated, 1)
  t.equal(await events.stream.length(), 0)
})

t.test('a reader that dies before the commit loses nothing', async (t) => {
  const { createReader, write, countOf, database } = await prepare(t)
  await write(4)
  const dying = createReader({
    database: {
      transaction: (work) =>
        database.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    },
  })
  await t.rejects(dying.run(), /killed/)
  t.equal(await countOf(), 0)
  await createReader().run()
  t.equal(await countOf(), 4)
})

t.test('a batch that was written twice counts once, also in another stream', async (t) => {
  const { createReader, countOf, events, projectId, widgetId } = await prepare(t)
  const counts = [{ type: 'view' as const, assetId: null, n: 1 }]
  const batch = (seq: number) =>
    encodeEventBatch({ producer: events.producer, seq, widgets: [{ projectId, widgetId, counts }] })
  await events.stream.append([batch(1), batch(1), batch(2)], 100)
  await createReader().run()
  t.equal(await countOf(), 2)
  // A Redis that was restored: the stream is new, its ids begin again, and old entries are back.
  const restored = await openEvents(t)
  await restored.stream.append([batch(1), batch(2), batch(3)], 100)
  await createReader({ streams: [restored.stream] }).run()
  t.equal(await countOf(), 3)
})

t.test('several readers share streams and count everything once', async (t) => {
  const { createReader, countOf, projectId, widgetId } = await prepare(t)
  const producers = await Promise.all(Array.from({ length: 4 }, () => openEvents(t)))
  const streams = producers.map(({ stream }) => stream)
  const counts = [{ type: 'view' as const, assetId: null, n: 1 }]
  for (let i = 0; i < 300; i += 1) {
    await Promise.all(producers.map(({ write }) => write({ projectId, widgetId, counts })))
  }
  const readers = Array.from({ length: 3 }, () => createReader({ streams }))
  await Promise.all(readers.map((reader) => reader.run()))
  await createReader({ streams }).run()
  t.equal(await countOf(), 1200)
})

t.test('entries that are no events, or too old, do not stop the others', async (t) => {
  const { createReader, write, countOf, events } = await prepare(t)
  await events.stream.append(['{', '[]', '["x",1,[]]', 'null'], 100)
  await write(1)
  const reader = createReader()
  await reader.run()
  t.equal(await countOf(), 1)
  t.equal(reader.counts().malformed, 4)
  await write(1)
  const late = createReader({ nowMs: () => Date.now() + 8 * 86_400_000 })
  await late.run()
  t.equal(late.counts().stale, 1)
  t.equal(await events.stream.length(), 0)
})

t.test('events of the future are dated now', async (t) => {
  const { createReader, write, owner, projectId } = await prepare(t)
  await write(1)
  const nowMs = Date.now() - 86_400_000
  await createReader({ nowMs: () => nowMs }).run()
  const [row] = await owner.$queryRaw<{ newest: Date }[]>`
    SELECT max(bucket) AS newest FROM widget_statistics WHERE project_id = ${projectId}::uuid`
  t.ok((row?.newest.getTime() ?? 0) <= nowMs)
})

t.test('while Redis does not answer, nothing happens', async (t) => {
  const { createReader, countOf } = await prepare(t)
  const silent = { length: async () => null, read: async () => null, append: async () => null }
  await createReader({ streams: [{ ...silent, remove: async () => undefined }] }).run()
  t.equal(await countOf(), 0)
})

t.test('a deleted project gets no counts, and housekeeping removes the ones it had', async (t) => {
  const { app, createReader, write, owner, projectId } = await prepare(t)
  const rows = async (id: string) => {
    const [row] = await owner.$queryRaw<{ n: number }[]>`
      SELECT (SELECT count(*) FROM widget_statistics WHERE project_id = ${id}::uuid)::int
        + (SELECT count(*) FROM asset_statistics WHERE project_id = ${id}::uuid)::int AS n`
    return row?.n
  }
  await write(1)
  await write(1, randomUUID())
  await createReader().run()
  t.not(await rows(projectId), 0)
  await owner.project.delete({ where: { id: projectId } })
  await write(1)
  await createReader().run()
  await createHousekeeping({ database: owner, log: app.log }).run()
  t.equal(await rows(projectId), 0)
})

t.test('housekeeping removes sums when their time is over', async (t) => {
  const { app, owner, projectId } = await prepare(t)
  const ages = { QUARTER: [34, 36], HOUR: [399, 401], DAY: [399, 401], MONTH: [430, 432] }
  for (const [span, days] of Object.entries(ages)) {
    for (const age of days) {
      await owner.$executeRaw`
        INSERT INTO widget_statistics (project_id, span, widget_id, bucket, views, clicks, opens)
        VALUES (${projectId}::uuid, ${span}::text, gen_random_uuid(),
          now() - make_interval(days => ${age}::int), 1, 0, 0)`
      await owner.$executeRaw`
        INSERT INTO asset_statistics (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
        VALUES (${projectId}::uuid, ${span}::text,
          now() - make_interval(days => ${age}::int), gen_random_uuid(), gen_random_uuid(), 1, 0, 0)`
    }
  }
  await createHousekeeping({ database: owner, log: app.log }).run()
  for (const model of ['widgetStatistic', 'assetStatistic'] as const) {
    const where = { projectId }
    const left =
      model === 'widgetStatistic'
        ? await owner.widgetStatistic.findMany({ where, select: { span: true } })
        : await owner.assetStatistic.findMany({ where, select: { span: true } })
    t.same(left.map(({ span }) => span).sort(), ['DAY', 'HOUR', 'MONTH', 'QUARTER'], model)
  }
})
