import { randomUUID } from 'node:crypto'
import { tags as cacheTags, originalObject } from '@vitrine/contracts'
import { freshName, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { addAssetRows } from '../asset-rows.js'
import { createProject, createWidget, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const projectId = project.id
const assets = `/api/projects/${projectId}/assets`

const rows = (count: number, fields: { tags?: string[]; folderId?: string } = {}) =>
  addAssetRows(database, projectId, count, fields)

async function bulk(body: object) {
  const response = await owner.post(`${assets}/bulk`, body)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json().results as { assetId: string; status: string; message?: string }[]
}

const ok = (assetId: string) => ({ assetId, status: 'ok' })
const get = async (id: string) => (await owner.get(`${assets}/${id}`)).json()
const folder = async () =>
  (await database.folder.create({ data: { projectId, name: freshName('folder') } })).id
const events = (resourceId: string) =>
  database.auditEvent.findMany({
    where: { OR: [{ resourceId }, { resourceIds: { has: resourceId } }] },
    select: { action: true, changes: true },
    orderBy: { createdAt: 'asc' },
  })

t.test('each id has a result, in the order of the request', async (t) => {
  const [a = '', b = ''] = await rows(2)
  const unknown = randomUUID()
  const foreign = (await upload(owner, (await createProject(owner)).id)).id
  const assetIds = [b, unknown, a.toUpperCase(), foreign, b]
  const results = await bulk({ action: 'tag', assetIds, tags: ['x'] })
  const missing = (assetId: string) => ({ assetId, status: 'not_found', message: /no such/ })
  t.match(results, [ok(b), missing(unknown), ok(a), missing(foreign), ok(b)])
  t.equal(results.length, 5)
  t.notOk('message' in (results[0] ?? {}))
  t.same((await database.asset.findUniqueOrThrow({ where: { id: foreign } })).tags, [])
})

t.test('move puts assets into a folder, or at the root if it is null', async (t) => {
  const folderId = await folder()
  const ids = await rows(3)
  t.same(await bulk({ action: 'move', assetIds: ids, folderId }), ids.map(ok))
  for (const id of ids) t.equal((await get(id)).folderId, folderId)
  const [first = ''] = ids
  t.same(await bulk({ action: 'move', assetIds: [first], folderId: null }), [ok(first)])
  t.equal((await get(first)).folderId, null)
  t.same(
    (await events(first)).map(({ action, changes }) => ({ action, changes })),
    [
      { action: 'asset.update', changes: { folderId: { from: null, to: folderId } } },
      { action: 'asset.update', changes: { folderId: { from: folderId, to: null } } },
    ],
  )
})

t.test('a folder of another project is rejected, and no asset is moved', async (t) => {
  const [id = ''] = await rows(1)
  const elsewhere = await createProject(owner)
  const foreign = await database.folder.create({ data: { projectId: elsewhere.id, name: 'x' } })
  for (const folderId of [foreign.id, randomUUID()]) {
    const response = await owner.post(`${assets}/bulk`, {
      action: 'move',
      assetIds: [id],
      folderId,
    })
    isError(t, response, 400, 'UNKNOWN_FOLDER', { fields: ['folderId'] })
  }
  t.equal((await get(id)).folderId, null)
})

t.test('tag appends and untag removes; both trim tags and compare them exactly', async (t) => {
  const [a = '', b = ''] = await rows(2, { tags: ['old', 'both'] })
  await bulk({ action: 'tag', assetIds: [a, b], tags: [' new ', 'both', 'new', '🎉"{,}'] })
  for (const id of [a, b]) t.same((await get(id)).tags, ['old', 'both', 'new', '🎉"{,}'])
  await bulk({ action: 'untag', assetIds: [a], tags: ['old', 'NEW', 'none', '🎉"{,}'] })
  t.same((await get(a)).tags, ['both', 'new'])
  await bulk({ action: 'untag', assetIds: [a], tags: ['both', 'new'] })
  t.same((await get(a)).tags, [])
  t.same((await get(b)).tags, ['old', 'both', 'new', '🎉"{,}'])
})

t.test(
  'an asset that would exceed 50 tags stays unchanged, and the others are changed',
  async (t) => {
    const most = Array.from({ length: 49 }, (_, i) => `${i}`)
    const [full = ''] = await rows(1, { tags: most })
    const [some = ''] = await rows(1, { tags: ['some'] })
    const results = await bulk({ action: 'tag', assetIds: [full, some], tags: ['x', 'y'] })
    const failure = { assetId: full, status: 'too_many_tags', message: /50/ }
    t.match(results, [failure, ok(some)])
    t.same((await get(full)).tags, most)
    t.same((await get(some)).tags, ['some', 'x', 'y'])
    t.same(await bulk({ action: 'tag', assetIds: [full], tags: ['x', '0'] }), [ok(full)])
    t.equal((await get(full)).tags.length, 50)
  },
)

t.test('a no-op succeeds without an event and does not change updatedAt', async (t) => {
  const folderId = await folder()
  const [id = ''] = await rows(1, { tags: ['a'], folderId })
  const before = await database.asset.findUniqueOrThrow({ where: { id } })
  for (const change of [
    { action: 'move', folderId },
    { action: 'tag', tags: ['a'] },
    { action: 'untag', tags: ['b'] },
  ]) {
    t.same(await bulk({ ...change, assetIds: [id] }), [ok(id)])
  }
  t.same(await database.asset.findUniqueOrThrow({ where: { id } }), before)
  t.same(await events(id), [])
})

t.test('delete removes rows, objects and entries in widgets, and logs the change', async (t) => {
  const [a, b, kept] = [
    await upload(owner, projectId),
    await upload(owner, projectId),
    await upload(owner, projectId),
  ]
  const widget = await createWidget(owner, projectId, { assetIds: [a.id, kept.id, b.id] })
  const { seq } = await database.changeHead.findFirstOrThrow()
  const unknown = randomUUID()
  const results = await bulk({ action: 'delete', assetIds: [a.id, unknown, b.id, a.id] })
  t.match(results, [ok(a.id), { assetId: unknown, status: 'not_found' }, ok(b.id), ok(a.id)])
  for (const { id } of [a, b]) {
    isError(t, await owner.get(`${assets}/${id}`), 404, 'ASSET_NOT_FOUND')
    await until(async () => (await openStore().read(originalObject(projectId, id))) === null)
    t.match(await events(id), [{ action: 'asset.create' }, { action: 'asset.delete' }])
  }
  t.ok(await openStore().read(originalObject(projectId, kept.id)))
  const url = `/api/projects/${projectId}/widgets/${widget.id}`
  t.same((await owner.get(url)).json().assetIds, [kept.id])
  const logged = await database.changeLog.findMany({
    where: { seq: { gt: seq }, tags: { hasEvery: [cacheTags.asset(a.id), cacheTags.asset(b.id)] } },
  })
  t.equal(logged.length, 1, 'one event for all assets')
})

t.test('at most 500 assets are accepted', async (t) => {
  const ids = await rows(500)
  t.same(await bulk({ action: 'tag', assetIds: ids, tags: ['many'] }), ids.map(ok))
  t.equal((await owner.get(`${assets}?tag=many&size=1`)).json().totalElements, 500)
  const response = await owner.post(`${assets}/bulk`, {
    action: 'delete',
    assetIds: [...ids, randomUUID()],
  })
  isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['assetIds'] })
  t.same(await bulk({ action: 'delete', assetIds: ids }), ids.map(ok))
})

t.test('concurrent bulk changes of the same assets all succeed', async (t) => {
  const ids = await rows(20)
  const backwards = ids.toReversed()
  await Promise.all([
    bulk({ action: 'tag', assetIds: ids, tags: ['x'] }),
    bulk({ action: 'tag', assetIds: backwards, tags: ['y'] }),
    createWidget(owner, projectId, { assetIds: backwards }),
    bulk({ action: 'tag', assetIds: ids, tags: ['z'] }),
  ])
  for (const id of ids) t.same((await get(id)).tags.toSorted(), ['x', 'y', 'z'])
  const deletes = await Promise.all(
    [ids, backwards].map((assetIds) => bulk({ action: 'delete', assetIds })),
  )
  const statuses = deletes.map((results) => [...new Set(results.map(({ status }) => status))])
  t.same(statuses.flat().sort(), ['not_found', 'ok'])
})

t.test('missing, mistyped and irrelevant parameters are named', async (t) => {
  const assetIds = await rows(1)
  const folderId = null
  const tags = ['x']
  const table: [body: object, fields: string[]][] = [
    [{}, ['action', 'assetIds']],
    [{ action: 'copy', assetIds }, ['action']],
    [{ action: 'delete', assetIds: [] }, ['assetIds']],
    [{ action: 'delete', assetIds: ['x'] }, ['assetIds[0]']],
    [{ action: 'delete', assetIds, tags }, ['tags']],
    [{ action: 'delete', assetIds, folderId, tags }, ['folderId', 'tags']],
    [{ action: 'move', assetIds }, ['folderId']],
    [{ action: 'move', assetIds, folderId: 'root' }, ['folderId']],
    [{ action: 'move', assetIds, folderId, tags }, ['tags']],
    [{ action: 'tag', assetIds }, ['tags']],
    [{ action: 'tag', assetIds, tags: [] }, ['tags']],
    [{ action: 'tag', assetIds, tags: [' '] }, ['tags[0]']],
    [{ action: 'tag', assetIds, folderId }, ['folderId', 'tags']],
    [{ action: 'untag', assetIds, tags, folderId }, ['folderId']],
    [{ action: 'untag', assetIds, tags, force: true }, ['force']],
  ]
  for (const [body, fields] of table) {
    const what = JSON.stringify(body)
    const response = await owner.post(`${assets}/bulk`, body)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields, what })
  }
})
