import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, createWidget, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { openServiceEvents, ownRedisUrl } from '../events.js'

t.test('the statistics of a project and of a widget', async (t) => {
  const app = await build(t, { REDIS_URL: ownRedisUrl() })
  const owner = await register(app)
  const { id: projectId } = await createProject(owner)
  const asset = await upload(owner, projectId)
  const widget = await createWidget(owner, projectId, { assetIds: [asset.id] })
  const quiet = await createWidget(owner, projectId)
  const { write } = await openServiceEvents(t)
  const event = (type: 'view' | 'click' | 'open', n: number, assetId: string | null) => ({
    ...{ type, n, assetId },
  })
  const busy = [event('view', 5, null), event('view', 4, asset.id), event('open', 2, asset.id)]
  await write({ projectId, widgetId: widget.id, counts: busy })
  await write({ projectId, widgetId: quiet.id, counts: [event('view', 1, null)] })
  const base = `/api/projects/${projectId}/statistics`
  const get = async (query = '', path = base) => (await owner.get(`${path}?${query}`)).json()
  await until(async () => (await get()).totals.views === 6)

  await t.test('by day, for thirty days by default, also those without events', async (t) => {
    const counted = await get('tz=UTC')
    t.equal(counted.timeZone, 'UTC')
    t.equal(counted.content.length, 31)
    t.same(counted.totals, { views: 6, clicks: 0, opens: 2 })
    t.match(counted.content.at(-1), { day: /^\d{4}-\d\d-\d\d$/, start: /T00:00:00$/, views: 6 })
    t.equal(counted.content[3].views, 0)
  })

  await t.test('by hour', async (t) => {
    const { content } = await get('by=hour&tz=Asia/Kathmandu')
    t.match(content.at(-1), { hour: /^\d{4}-\d\d-\d\dT\d\d:00:00$/ })
    t.equal(
      content.reduce((sum: number, { views }: { views: number }) => sum + views, 0),
      6,
    )
  })

  await t.test('by widget, the most viewed first', async (t) => {
    const { content, more } = await get('by=widget')
    t.same(content, [
      {
        ...{ widgetId: widget.id, slug: widget.slug, name: widget.name },
        ...{ views: 5, clicks: 0, opens: 2 },
      },
      {
        ...{ widgetId: quiet.id, slug: quiet.slug, name: quiet.name },
        ...{ views: 1, clicks: 0, opens: 0 },
      },
    ])
    t.equal(more, false)
  })

  await t.test('by asset, of the project and of a widget', async (t) => {
    const expected = [
      { assetId: asset.id, filename: asset.filename, views: 4, clicks: 0, opens: 2 },
    ]
    t.same((await get('by=asset')).content, expected)
    const ofWidget = `/api/projects/${projectId}/widgets/${widget.id}/statistics`
    t.same((await get('by=asset', ofWidget)).content, expected)
    t.same((await get('', ofWidget)).totals, { views: 5, clicks: 0, opens: 2 })
    const ofQuiet = `/api/projects/${projectId}/widgets/${quiet.id}/statistics`
    t.same((await get('by=asset', ofQuiet)).content, [])
  })

  await t.test('as a table', async (t) => {
    const url = `${base}?by=widget`
    const response = await app.inject({
      url,
      headers: { authorization: `Bearer ${owner.token}`, accept: 'text/csv' },
    })
    t.equal(response.headers['content-type'], 'text/csv; charset=utf-8; header=present')
    t.equal(response.headers['vitrine-rounded'], 'false')
    t.match(response.headers.vary, /Accept/)
    t.match(response.body, /^widgetId,slug,name,views,clicks,opens\r\n/)
    t.equal(response.body.split('\r\n').length, 4)
  })

  await t.test('a wrong query is refused', async (t) => {
    const queries = {
      'tz=Mars/Base': 'tz',
      'tz=%2B02:00': 'tz',
      'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z': 'from',
      'by=hour&from=2026-01-01T00:00:00Z': 'from',
      'by=month': 'by',
      'from=yesterday': 'from',
      'day=1': 'day',
    }
    for (const [query, field] of Object.entries(queries)) {
      const response = await owner.get(`${base}?${query}`)
      t.equal(response.statusCode, 400, query)
      t.match(response.json().details, [{ field }], query)
    }
    const unknown = '/widgets/7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10/statistics'
    t.equal((await owner.get(`/api/projects/${projectId}${unknown}`)).statusCode, 404)
  })

  await t.test('the counts of a deleted widget stay', async (t) => {
    await owner.delete(`/api/projects/${projectId}/widgets/${quiet.id}`)
    const { content, totals } = await get('by=widget')
    t.equal(totals.views, 6)
    t.match(content[1], { widgetId: quiet.id, slug: null, name: null, views: 1 })
  })

  await t.test('1,000 pictures are listed, and the answer says that there are more', async (t) => {
    await openDatabase(t).$executeRaw`
      INSERT INTO asset_statistics (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
      SELECT ${projectId}::uuid, 'DAY', date_trunc('day', now() - interval '2 days'), ${widget.id}::uuid,
        gen_random_uuid(), 1, 0, 0
      FROM generate_series(1, 1000)`
    t.match(await get('by=asset&tz=UTC'), { more: true, content: { length: 1000 } })
  })
})
