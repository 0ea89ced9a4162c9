import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createFolder, createProject, register, upload } from '../client.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)

async function freshProject() {
  const { id } = await createProject(owner)
  return { projectId: id, url: `/api/projects/${id}/folders` }
}

t.test('a folder is returned with its path and found by id', async (t) => {
  const { projectId, url } = await freshProject()
  const response = await owner.post(url, { name: ' Summer ' })
  t.equal(response.statusCode, 201)
  const { id, revision, createdAt, updatedAt, ...rest } = response.json()
  t.equal(revision, 1)
  t.same(rest, { projectId, parentId: null, name: 'Summer', path: 'Summer', assetCount: 0 })
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  t.equal(updatedAt, createdAt)
  const inner = await owner.post(url, { name: 'Beach', parentId: id.toUpperCase() })
  t.match(inner.json(), { parentId: id, name: 'Beach', path: 'Summer/Beach' })
  t.same((await owner.get(`${url}/${inner.json().id}`)).json(), inner.json())
  const atRoot = await owner.post(url, { name: 'Winter', parentId: null })
  t.match(atRoot.json(), { parentId: null, path: 'Winter' })
})

t.test('assetCount counts only the direct assets', async (t) => {
  const { projectId, url } = await freshProject()
  const outer = await createFolder(owner, projectId)
  const inner = await createFolder(owner, projectId, { parentId: outer.id })
  for (const folderId of [outer.id, inner.id, inner.id]) {
    const { id } = await upload(owner, projectId)
    await owner.put(`/api/projects/${projectId}/assets/${id}`, { folderId })
  }
  t.equal((await owner.get(`${url}/${outer.id}`)).json().assetCount, 1)
  const { content } = (await owner.get(url)).json()
  t.same(
    content.map(({ assetCount }: { assetCount: number }) => assetCount),
    [2, 1],
  )
})

t.test('a name is unique among siblings only', async (t) => {
  const { projectId, url } = await freshProject()
  const name = 'Summer'
  const outer = await createFolder(owner, projectId, { name })
  const inner = await createFolder(owner, projectId, { name, parentId: outer.id })
  t.equal(inner.path, 'Summer/Summer')
  for (const parentId of [null, outer.id]) {
    const response = await owner.post(url, { name: ' Summer', parentId })
    isError(t, response, 409, 'FOLDER_NAME_TAKEN', { fields: ['name'] })
  }
  const winter = await createFolder(owner, projectId, { name: 'Winter' })
  isError(t, await owner.put(`${url}/${winter.id}`, { name }), 409, 'FOLDER_NAME_TAKEN')
  isError(t, await owner.put(`${url}/${inner.id}`, { parentId: null }), 409, 'FOLDER_NAME_TAKEN')
  t.equal((await owner.post(url, { name: 'summer' })).statusCode, 201, 'names are case-sensitive')
  const other = await freshProject()
  t.equal((await owner.post(other.url, { name })).statusCode, 201)
})

t.test('if folders with one name are created concurrently, one succeeds', async (t) => {
  const { projectId, url } = await freshProject()
  const { id: parentId } = await createFolder(owner, projectId)
  for (const parent of [null, parentId]) {
    const body = { name: 'Race', parentId: parent }
    const responses = await Promise.all([1, 2, 3].map(() => owner.post(url, body)))
    t.same(responses.map(({ statusCode }) => statusCode).sort(), [201, 409, 409])
  }
})

t.test('a parent must be a folder of the same project', async (t) => {
  const { projectId, url } = await freshProject()
  const other = await freshProject()
  const own = await createFolder(owner, projectId)
  const foreign = await createFolder(owner, other.projectId)
  for (const parentId of [foreign.id, randomUUID()]) {
    const calls = [
      owner.post(url, { name: 'Inner', parentId }),
      owner.put(`${url}/${own.id}`, { parentId }),
    ]
    for (const response of await Promise.all(calls)) {
      isError(t, response, 400, 'UNKNOWN_FOLDER', { fields: ['parentId'] })
    }
  }
  t.equal((await owner.get(`${url}/${own.id}`)).json().parentId, null)
})

t.test('folders are listed by parent', async (t) => {
  const { projectId, url } = await freshProject()
  const a = await createFolder(owner, projectId)
  const b = await createFolder(owner, projectId)
  const inA = await createFolder(owner, projectId, { parentId: a.id })
  const inA2 = await createFolder(owner, projectId, { parentId: a.id })
  const deep = await createFolder(owner, projectId, { parentId: inA.id })
  const idsOf = async (query: string) =>
    (await owner.get(`${url}${query}`)).json().content.map(({ id }: { id: string }) => id)
  t.same(await idsOf(''), [deep.id, inA2.id, inA.id, b.id, a.id])
  t.same(await idsOf('?parentId=root'), [b.id, a.id])
  t.same(await idsOf(`?parentId=${a.id.toUpperCase()}`), [inA2.id, inA.id])
  t.same(await idsOf(`?parentId=${b.id}`), [])
  t.same(await idsOf(`?parentId=${randomUUID()}`), [])
  const paths = (await owner.get(url)).json().content.map(({ path }: { path: string }) => path)
  t.equal(paths[0], [a.name, inA.name, deep.name].join('/'))
  t.equal((await owner.get(`${url}?parentId=root&size=1`)).json().totalElements, 2)
  for (const parentId of ['', 'top', 'not-an-id', `${a.id}0`]) {
    const response = await owner.get(`${url}?parentId=${parentId}`)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['parentId'], what: parentId })
  }
})

t.test('changes of folders are in the audit log', async (t) => {
  const { projectId, url } = await freshProject()
  const outer = await createFolder(owner, projectId, { name: 'Outer' })
  const { id } = await createFolder(owner, projectId, { name: 'Inner' })
  const one = `${url}/${id}`
  await owner.put(one, { name: 'Inner' })
  await owner.put(one, { parentId: outer.id })
  await owner.put(one, { name: 'Core', parentId: null })
  await owner.delete(one)
  const log = `/api/organizations/${owner.organizationId}/audit-events?resourceId=${id}`
  const events: { action: string; changes: object; projectId: string }[] = (
    await owner.get(log)
  ).json().content
  const told = events.map(({ action, changes }) => [action, changes]).reverse()
  const path = (from: string | null, to: string | null) => ({ from, to })
  t.same(told, [
    ['folder.create', { name: path(null, 'Inner'), path: path(null, 'Inner') }],
    ['folder.update', { path: path('Inner', 'Outer/Inner') }],
    ['folder.update', { name: path('Inner', 'Core'), path: path('Outer/Inner', 'Core') }],
    ['folder.delete', { name: path('Core', null), path: path('Core', null) }],
  ])
  t.equal(events[0]?.projectId, projectId)
})
