import { randomUUID } from 'node:crypto'
import { originalObject, tags } from '@vitrine/contracts'
import { freshName, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import {
  createApiKey,
  createFolder,
  createProject,
  createWidget,
  register,
  upload,
} from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const urlOf = ({ id }: { id: string }) => `/api/projects/${id}`

async function eventsOf(projectId: string) {
  const log = `/api/organizations/${owner.organizationId}/audit-events?resourceId=${projectId}`
  const events: { action: string; changes: object }[] = (await owner.get(log)).json().content
  return events.map(({ action, changes }) => ({ action, changes }))
}

t.test('PUT changes the name, the slug, or both, and keeps omitted fields', async (t) => {
  const project = await createProject(owner)
  const url = urlOf(project)
  const slug = freshName('slug')
  const table: [body: object, changed: object][] = [
    [{ name: ' New ' }, { name: 'New' }],
    [{ slug }, { slug }],
    [
      { name: 'Newer', slug: `${slug}-2` },
      { name: 'Newer', slug: `${slug}-2` },
    ],
    [{}, {}],
  ]
  let before: object = project
  for (const [body, changed] of table) {
    const response = await owner.put(url, body)
    t.equal(response.statusCode, 200)
    t.same(
      { ...response.json(), updatedAt: '', revision: 0 },
      { ...before, ...changed, updatedAt: '', revision: 0 },
    )
    t.same((await owner.get(url)).json(), response.json())
    before = response.json()
  }
  const [last, ...others] = await eventsOf(project.id)
  t.same(last, {
    action: 'project.update',
    changes: { name: { from: 'New', to: 'Newer' }, slug: { from: slug, to: `${slug}-2` } },
  })
  t.equal(others.length, 3, 'a no-op is no event')
})

t.test('a slug of another project in the organization is rejected', async (t) => {
  const [one, two] = [await createProject(owner), await createProject(owner)]
  const response = await owner.put(urlOf(two), { slug: one.slug, name: 'Never' })
  isError(t, response, 409, 'PROJECT_SLUG_TAKEN', { fields: ['slug'] })
  t.same((await owner.get(urlOf(two))).json(), two)
  const slug = freshName('race')
  const racers = [one, two].map((project) => owner.put(urlOf(project), { slug }))
  const statuses = (await Promise.all(racers)).map(({ statusCode }) => statusCode)
  t.same(statuses.sort(), [200, 409])
})

t.test('DELETE removes rows, objects and cached entries of the project', async (t) => {
  const project = await createProject(owner)
  const kept = await createProject(owner)
  const url = urlOf(project)
  const folder = await createFolder(owner, project.id)
  const inner = await createFolder(owner, project.id, { parentId: folder.id })
  const asset = await upload(owner, project.id)
  const other = await upload(owner, kept.id)
  await owner.put(`${url}/assets/${asset.id}`, { folderId: inner.id })
  const widget = await createWidget(owner, project.id, { assetIds: [asset.id] })
  await owner.put(`${url}/widgets/${widget.id}/publish`)
  await createApiKey(owner, project.id)

  const response = await owner.delete(url)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  isError(t, await owner.get(url), 404, 'PROJECT_NOT_FOUND')
  isError(t, await owner.delete(url), 404, 'PROJECT_NOT_FOUND')
  isError(t, await owner.get(`${url}/assets/${asset.id}`), 404, 'PROJECT_NOT_FOUND')
  const where = { projectId: project.id }
  const counts = [
    database.folder.count({ where }),
    database.asset.count({ where }),
    database.widget.count({ where }),
    database.widgetAsset.count({ where }),
    database.apiKey.count({ where }),
  ]
  t.same(await Promise.all(counts), [0, 0, 0, 0, 0])
  const store = openStore()
  await until(async () => (await store.read(originalObject(project.id, asset.id))) === null)
  t.ok(await store.read(originalObject(kept.id, other.id)), 'objects of another project are kept')
  t.equal((await owner.get(`${urlOf(kept)}/assets/${other.id}`)).statusCode, 200)

  const logged = await database.changeLog.findMany({
    where: { tags: { has: tags.project(project.id) } },
  })
  t.equal(logged.length, 1)
  t.same(logged[0]?.tags, [tags.project(project.id)], 'one tag for everything in the project')
  const [last] = await eventsOf(project.id)
  t.same(last, {
    action: 'project.delete',
    changes: {
      name: { from: project.name, to: null },
      slug: { from: project.slug, to: null },
      transformations: { from: 'any', to: null },
      originals: { from: 'public', to: null },
      maxPublicWidth: { from: 2048, to: null },
    },
  })
})

t.test('a project with more assets than one statement can delete is deleted', async (t) => {
  const project = await createProject(owner)
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256,
      tags, updated_at)
    SELECT ${project.id}::uuid, 'a.png', 'image/png', 1, 1, 1, '', '{}', now()
    FROM generate_series(1, 10100)`
  const where = { tags: { equals: [tags.project(project.id)] } }
  const before = await database.changeLog.count({ where })
  t.equal((await owner.delete(urlOf(project))).statusCode, 204)
  t.equal(await database.asset.count({ where: { projectId: project.id } }), 0)
  t.equal(await database.changeLog.count({ where }), before + 2, 'each batch is a change')
})

t.test('the slug of a deleted project is available again', async (t) => {
  const { slug, ...project } = await createProject(owner)
  await owner.delete(urlOf(project))
  const list = `/api/organizations/${owner.organizationId}/projects`
  t.equal((await owner.post(list, { name: 'Again', slug })).statusCode, 201)
})

t.test(
  'of concurrent deletes one succeeds, and concurrent work in the project fails cleanly',
  async (t) => {
    const project = await createProject(owner)
    const widget = await createWidget(owner, project.id)
    const url = urlOf(project)
    const responses = await Promise.all([
      owner.delete(url),
      owner.delete(url),
      owner.put(`${url}/widgets/${widget.id}`, { name: 'Edited' }),
      owner.put(url, { name: 'Edited' }),
      owner.post(`${url}/folders`, { name: 'New' }),
      owner.post(`${url}/api-keys`, { name: 'New' }),
      owner.post(`${url}/widgets`, { name: 'N', slug: 'new', layout: 'GRID', assetIds: [] }),
    ])
    const [first, second, ...others] = responses.map(({ statusCode }) => statusCode)
    t.same([first, second].sort(), [204, 404])
    for (const status of others) t.match(status, /^(20[01]|404|409)$/)
    t.equal(await database.project.count({ where: { id: project.id } }), 0)
  },
)

t.test('a project is deleted while its assets are being changed', async (t) => {
  const project = await createProject(owner)
  const ids = Array.from({ length: 3 }, randomUUID).sort()
  const [, second = ''] = ids
  // A change locks its assets in the order of their ids, a deletion in the order in which they were stored.
  for (const id of ids.toReversed()) {
    const file = { contentType: 'image/jpeg', sizeBytes: 1, width: 1, height: 1 }
    const data = { id, projectId: project.id, filename: 'a.jpg', sha256: Buffer.alloc(32), ...file }
    await database.asset.create({ data })
  }
  const countWaiting = async (pid: number): Promise<number> => {
    const rows = await database.$queryRaw<unknown[]>`
      WITH RECURSIVE waiting (pid) AS (
        SELECT ${pid}::int UNION
        SELECT activity.pid FROM pg_stat_activity activity
          JOIN waiting ON waiting.pid = ANY (pg_blocking_pids(activity.pid)))
      SELECT pid FROM waiting`
    return rows.length - 1
  }
  const calls = await database.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM assets WHERE id = ${second}::uuid FOR UPDATE`
    const [own] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
    const body = { action: 'tag', assetIds: ids, tags: ['x'] }
    // Has locked the first asset, and waits for the second.
    const change = owner.post(`${urlOf(project)}/assets/bulk`, body)
    await until(async () => (await countWaiting(own.pid)) === 1)
    const deletion = owner.delete(urlOf(project))
    await until(async () => (await countWaiting(own.pid)) === 2)
    return { change, deletion }
  })
  const answers = await Promise.all([calls.change, calls.deletion])
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [200, 204],
    'no deadlock',
  )
})
