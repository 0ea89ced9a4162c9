import { randomUUID } from 'node:crypto'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createJob, createProject, createWidget, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const editor = await join(app, owner, 'EDITOR')

type Entry = { action: string; by: string; changes: Record<string, unknown> }

/** A project with assets without objects. */
async function projectWith(count: number) {
  const { id: projectId } = await createProject(owner)
  const file = { contentType: 'image/jpeg', sizeBytes: 1, width: 1, height: 1 }
  const data = Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), projectId, filename: 'a.jpg', sha256: new Uint8Array(32), ...file },
  }))
  await database.asset.createMany({ data })
  const url = `/api/projects/${projectId}`
  const historyOf = async (widgetId: string): Promise<Entry[]> =>
    (await owner.get(`${url}/widgets/${widgetId}/history`)).json().content
  const widgetEvents = () =>
    database.auditEvent.findMany({ where: { projectId, action: 'widget.update' } })
  return { projectId, url, ids: data.map(({ id }) => id), historyOf, widgetEvents }
}

t.test('the deletion of an asset is in the history of each widget that showed it', async (t) => {
  const { projectId, url, ids, historyOf } = await projectWith(3)
  const [a = '', b = '', c = ''] = ids
  const assetIds = [c, a, b, a]
  const { id } = await createWidget(owner, projectId, { assetIds })
  const other = await createWidget(owner, projectId, { assetIds: [b] })
  t.equal((await editor.delete(`${url}/assets/${a}`)).statusCode, 204)
  const [entry, ...others] = await historyOf(id)
  t.match(entry, { action: 'widget.update', by: 'EDITOR' })
  t.strictSame(entry?.changes, { assetIds: { from: assetIds, to: [c, b] } })
  t.equal(others.length, 1)
  t.equal((await historyOf(other.id)).length, 1, 'a widget that did not show it has no entry')
})

t.test('the entry has the texts and links that were lost', async (t) => {
  const { projectId, url, ids, historyOf } = await projectWith(2)
  const [a = '', b = ''] = ids
  const link = { url: 'https://site.example/a', newTab: true }
  const { id } = await createWidget(owner, projectId, {
    assetIds: undefined,
    items: [{ assetId: a, caption: 'A', link }, { assetId: b }],
  })
  await owner.delete(`${url}/assets/${a}`)
  const [entry] = await historyOf(id)
  t.strictSame(entry?.changes, {
    assetIds: { from: [a, b], to: [b] },
    items: {
      from: [
        { assetId: a, caption: 'A', altText: null, link, video: null },
        { assetId: b, caption: null, altText: null, link: null, video: null },
      ],
      to: null,
    },
  })
})

t.test('a deletion of many assets is one entry of each widget', async (t) => {
  const { projectId, url, ids, historyOf, widgetEvents } = await projectWith(300)
  const full = await createWidget(owner, projectId, { assetIds: ids })
  const small = await createWidget(owner, projectId, { assetIds: [ids[0], ids[299]] })
  const { statusCode } = await owner.post(`${url}/assets/bulk`, {
    action: 'delete',
    assetIds: ids.slice(0, 250),
  })
  t.equal(statusCode, 200)
  t.equal((await widgetEvents()).length, 2)
  const [entry] = await historyOf(full.id)
  t.strictSame(entry?.changes, { assetIds: { from: ids, to: ids.slice(250) } })
  t.match((await historyOf(small.id))[0]?.changes, { assetIds: { to: [ids[299]] } })
})

t.test('a deletion by filter is in the history of the widgets', async (t) => {
  const { projectId, url, ids, historyOf } = await projectWith(3)
  const { id } = await createWidget(owner, projectId, { assetIds: ids })
  const removed = ids.slice(0, 2)
  const deletion = { action: 'delete', filter: { id: removed }, expectedCount: 2 }
  const jobId = await createJob(editor, projectId, deletion)
  const job = async () => (await owner.get(`${url}/jobs/${jobId}`)).json()
  await until(async () => (await job()).state === 'DONE')
  const [entry] = await historyOf(id)
  t.match(entry, { by: 'EDITOR', changes: { assetIds: { from: ids, to: ids.slice(2) } } })
})

t.test(
  'the whole lists of one deletion are limited; beyond, the removed items are kept',
  async (t) => {
    const { projectId, url, ids, historyOf, widgetEvents } = await projectWith(1)
    const [asset = ''] = ids
    const widgets = Array.from({ length: 1003 }, () => ({ id: randomUUID(), projectId }))
    await database.widget.createMany({
      data: widgets.map(({ id }) => ({ id, projectId, name: 'W', slug: id, layout: 'GRID' })),
    })
    const places = widgets.map(({ id: widgetId }) => ({ widgetId, projectId, assetId: asset }))
    await database.widgetAsset.createMany({
      data: places.map((place) => ({ ...place, position: 0 })),
    })
    const sorted = widgets.map(({ id }) => id).sort()
    const last = sorted.at(-1) ?? ''
    await database.widgetAsset.updateMany({
      where: { widgetId: last },
      data: { caption: 'A caption' },
    })
    await owner.delete(`${url}/assets/${asset}`)
    t.match((await historyOf(sorted[999] ?? ''))[0]?.changes, {
      assetIds: { from: [asset], to: [] },
    })
    t.strictSame((await historyOf(sorted[1000] ?? ''))[0]?.changes, {
      assetIds: { removed: [asset] },
    })
    t.match((await historyOf(last))[0]?.changes, {
      assetIds: { removed: [asset] },
      items: {
        removed: [{ assetId: asset, caption: 'A caption', altText: null, link: null, video: null }],
      },
    })
    const events = await widgetEvents()
    t.same(events.map(({ resourceIds }) => resourceIds.length).sort(), [0, 1000, 2])
  },
)
