import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { addAssetRows } from '../asset-rows.js'
import { createFolder } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, projectId } = await createScene(t)
const assets = `/api/projects/${projectId}/assets`

const rows = (count: number, fields: { altText?: string; tags?: string[] } = {}) =>
  addAssetRows(database, projectId, count, fields)

const update = (changes: object[]) =>
  owner.post(`${assets}/bulk`, { action: 'update', assets: changes })
const get = async (id: string) => (await owner.get(`${assets}/${id}`)).json()

t.test('each asset gets its own values; omitted ones are kept', async (t) => {
  const folder = await createFolder(owner, projectId)
  const [a = '', b = '', c = ''] = await rows(3, { altText: 'Old', tags: ['x'] })
  const unknown = randomUUID()
  const response = await update([
    { id: a, altText: 'New', tags: ['y', 'x', 'y'] },
    { id: b, altText: null, decorative: true, folderId: folder.id },
    { id: unknown, altText: 'New' },
    { id: c.toUpperCase(), decorative: true },
  ])
  t.equal(response.statusCode, 200)
  t.match(response.json().results, [
    { assetId: a, status: 'ok' },
    { assetId: b, status: 'ok' },
    { assetId: unknown, status: 'not_found' },
    { assetId: c, status: 'decorative_with_text', message: /no alternative text/ },
  ])
  t.match(await get(a), { altText: 'New', tags: ['y', 'x'], folderId: null, decorative: false })
  t.match(await get(b), { altText: null, decorative: true, folderId: folder.id, tags: ['x'] })
  t.match(await get(c), { altText: 'Old', decorative: false })
  const events = await database.auditEvent.findMany({
    where: { resourceId: { in: [a, b, c] } },
    select: { resourceId: true, action: true, changes: true },
  })
  t.strictSame(
    new Map(events.map(({ resourceId, ...event }) => [resourceId, event])),
    new Map([
      [
        a,
        {
          action: 'asset.update',
          changes: {
            altText: { from: 'Old', to: 'New' },
            tags: { from: ['x'], to: ['y', 'x'] },
          },
        },
      ],
      [
        b,
        {
          action: 'asset.update',
          changes: {
            altText: { from: 'Old', to: null },
            decorative: { from: false, to: true },
            folderId: { from: null, to: folder.id },
          },
        },
      ],
    ]),
  )
})

t.test('an update that changes nothing has no event', async (t) => {
  const [a = ''] = await rows(1, { altText: 'A', tags: ['x'] })
  const before = await get(a)
  t.match((await update([{ id: a, altText: 'A', tags: ['x'] }, { id: randomUUID() }])).json(), {
    results: [{ status: 'ok' }, { status: 'not_found' }],
  })
  t.same(await get(a), before)
  t.equal(await database.auditEvent.count({ where: { resourceId: a } }), 0)
})

t.test('an unknown folder changes no asset', async (t) => {
  const [a = '', b = ''] = await rows(2)
  const response = await update([
    { id: a, altText: 'New' },
    { id: b, folderId: randomUUID() },
  ])
  isError(t, response, 400, 'UNKNOWN_FOLDER', { fields: ['folderId'] })
  t.match(await get(a), { altText: null })
})

t.test('wrong values are named', async (t) => {
  const [a = '', b = ''] = await rows(2)
  const table: [body: object, fields: string[]][] = [
    [{ assets: [{ id: a }, { id: a.toUpperCase() }] }, ['assets[1].id']],
    [{ assets: [{ id: a, decorative: true, altText: 'x' }] }, ['assets[0].decorative']],
    [{ assets: [{ id: a, filename: 'x' }] }, ['assets[0].filename']],
    [{ assets: [{ altText: 'x' }] }, ['assets[0].id']],
    [{ assets: [] }, ['assets']],
    [{}, ['assets']],
    [{ assets: [{ id: a }], values: {} }, ['values']],
    [{ assetIds: [b] }, ['assetIds', 'assets']],
    [{ filter: {} }, ['values']],
    [{ filter: {}, values: {}, assets: [{ id: a }] }, ['assets']],
    [{ filter: { alt: 'none' }, values: {} }, ['filter.alt']],
    [{ filter: { folder: 'x' }, values: {} }, ['filter.folder']],
    [{ filter: {}, values: { decorative: true, altText: 'x' } }, ['values.decorative']],
  ]
  for (const [body, fields] of table) {
    const response = await owner.post(`${assets}/bulk`, { action: 'update', ...body })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields, what: JSON.stringify(body) })
  }
})

t.test('500 assets are updated in one call', async (t) => {
  const ids = await rows(500)
  const response = await update(ids.map((id, i) => ({ id, altText: `${i} ${'ä'.repeat(90)}` })))
  t.equal(response.statusCode, 200)
  const found = await database.asset.findMany({ where: { id: { in: ids } } })
  t.equal(new Set(found.map(({ altText }) => altText)).size, 500)
})
