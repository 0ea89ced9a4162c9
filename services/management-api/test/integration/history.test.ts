import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createHousekeeping } from '../../src/housekeeping/housekeeping.js'
import { build } from '../build.js'
import { createProject, createWidget, join, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { ownDatabase } from '../own-database.js'

// The app that other files share would delete rows that are older than its own settings allow.
const DATABASE_URL = await ownDatabase(t)
const retention = { HISTORY_RETENTION_DAYS: 5000, AUDIT_RETENTION_DAYS: 4000 }
const app = await build(t, { DATABASE_URL, ...retention })
const database = openDatabase(t, DATABASE_URL)
const owner = await register(app)
const { id: projectId } = await createProject(owner)
const url = `/api/projects/${projectId}`
const viewer = await join(app, owner, 'VIEWER')
const history = async (path: string) => (await viewer.get(`${url}/${path}/history`)).json()

t.test('the history of a widget shows the values before and after each change', async (t) => {
  const [a, b] = [await upload(owner, projectId), await upload(owner, projectId)]
  const widget = await createWidget(owner, projectId, {
    config: { columns: 3, gap: 8 },
    assetIds: [a.id],
  })
  const place = `widgets/${widget.id}`
  const editor = await join(app, owner, 'EDITOR')
  await editor.put(`${url}/${place}`, {
    name: 'New',
    config: { columns: 4, showCaptions: true },
    assetIds: [b.id, a.id],
  })
  await owner.put(`${url}/${place}/publish`)
  const { content, ...page } = await history(place)
  t.match(page, { totalElements: 3, number: 0, last: true })
  const [published, changed, created] = content
  t.match(published, {
    action: 'widget.publish',
    by: 'Ada Example',
    changes: { status: { from: 'DRAFT', to: 'PUBLISHED' } },
    createdAt: String,
  })
  t.match(changed, { action: 'widget.update', by: 'EDITOR' })
  t.strictSame(changed.changes, {
    name: { from: 'Widget', to: 'New' },
    config: {
      columns: { from: 3, to: 4 },
      gap: { from: 8 },
      showCaptions: { to: true },
    },
    assetIds: { from: [a.id], to: [b.id, a.id] },
  })
  t.match(created, {
    action: 'widget.create',
    changes: { config: { columns: { to: 3 } }, assetIds: { from: null, to: [a.id] } },
  })
  t.same(Object.keys(published).sort(), ['action', 'by', 'changes', 'createdAt', 'id'])
  const second = (await viewer.get(`${url}/${place}/history?size=1&page=1`)).json()
  t.same(second.content, [changed])
})

t.test('the history of an asset contains bulk changes and no changes of others', async (t) => {
  const [asset, other] = [await upload(owner, projectId), await upload(owner, projectId)]
  const assetIds = [other.id, asset.id]
  await owner.put(`${url}/assets/${asset.id}`, { metadata: { camera: 'X' }, altText: 'A' })
  await owner.post(`${url}/assets/bulk`, { action: 'tag', assetIds, tags: ['sea'] })
  await owner.put(`${url}/assets/${other.id}`, { altText: 'B' })
  const { content } = await history(`assets/${asset.id}`)
  t.match(
    content.map(({ action, changes }: { action: string; changes: object }) => [action, changes]),
    [
      ['asset.update', { tags: { added: ['sea'] } }],
      ['asset.update', { altText: { from: null, to: 'A' }, metadata: { camera: { to: 'X' } } }],
      ['asset.create', { filename: { to: 'photo.jpg' } }],
    ],
  )
})

t.test('unknown resources and those of other projects have no history', async (t) => {
  const elsewhere = await createProject(owner)
  const foreign = await createWidget(owner, elsewhere.id)
  for (const id of [foreign.id, randomUUID()]) {
    isError(t, await owner.get(`${url}/widgets/${id}/history`), 404, 'WIDGET_NOT_FOUND')
    isError(t, await owner.get(`${url}/assets/${id}/history`), 404, 'ASSET_NOT_FOUND')
  }
})

t.test('the history has a retention of its own', async (t) => {
  const { id } = await createWidget(owner, projectId)
  const age = (days: number) =>
    database.auditEvent.updateMany({
      where: { resourceId: { in: [id, projectId] } },
      data: { createdAt: new Date(Date.now() - days * 86_400_000) },
    })
  const audited = async () =>
    (
      await owner.get(`/api/organizations/${owner.organizationId}/audit-events?resourceId=${id}`)
    ).json().totalElements
  const kept = (resourceId: string) => database.auditEvent.count({ where: { resourceId } })
  const clean = () =>
    createHousekeeping({
      ...{ database, log: app.log },
      ...{ auditRetentionDays: 4000, historyRetentionDays: 5000 },
    }).run()
  t.equal(await audited(), 1)
  await age(4500)
  await clean()
  t.equal((await history(`widgets/${id}`)).totalElements, 1)
  t.equal(await audited(), 0, 'the audit log no longer shows it')
  t.equal(await kept(projectId), 0, 'other events are deleted')
  await age(5001)
  t.equal((await history(`widgets/${id}`)).totalElements, 0)
  await clean()
  t.equal(await kept(id), 0)
})

t.test('the assets of a widget come in the order of its list', async (t) => {
  const [a, b] = [await upload(owner, projectId), await upload(owner, projectId)]
  const assetIds = [b.id, a.id, b.id]
  const widget = await createWidget(owner, projectId, { assetIds })
  const response = await viewer.get(`${url}/widgets/${widget.id}/assets`)
  t.same(response.json(), [b, a, b])
  const empty = await createWidget(owner, projectId)
  t.same((await viewer.get(`${url}/widgets/${empty.id}/assets`)).json(), [])
  isError(t, await owner.get(`${url}/widgets/${randomUUID()}/assets`), 404, 'WIDGET_NOT_FOUND')
})
