import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createFolder, createProject, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)

async function freshProject() {
  const { id: projectId } = await createProject(owner)
  const url = `/api/projects/${projectId}/folders`
  return {
    projectId,
    url,
    /** Creates nested folders and returns their ids, outermost first. */
    chain: async (length: number): Promise<string[]> => {
      const ids: string[] = []
      for (let depth = 0; depth < length; depth++) {
        const parentId = ids.at(-1)
        ids.push((await createFolder(owner, projectId, parentId ? { parentId } : {})).id)
      }
      return ids
    },
    uploadInto: async (folderId: string) => {
      const { id } = await upload(owner, projectId)
      const url = `/api/projects/${projectId}/assets/${id}`
      return (await owner.put(url, { folderId })).json()
    },
    move: (id: string, parentId: string | null) => owner.put(`${url}/${id}`, { parentId }),
    parentOf: async (id: string) => (await owner.get(`${url}/${id}`)).json().parentId,
  }
}

t.test('a folder moves with all its descendants', async (t) => {
  const { projectId, url, chain, move } = await freshProject()
  const [a = '', b = '', c = ''] = await chain(3)
  const winter = await createFolder(owner, projectId, { name: 'Winter' })
  const nameOf = async (id: string) => (await owner.get(`${url}/${id}`)).json().name
  const moved = await move(b, winter.id)
  t.equal(moved.statusCode, 200)
  t.match(moved.json(), { parentId: winter.id, path: `Winter/${await nameOf(b)}` })
  const path = `Winter/${await nameOf(b)}/${await nameOf(c)}`
  t.equal((await owner.get(`${url}/${c}`)).json().path, path)
  t.equal((await move(b, null)).json().path, await nameOf(b))
  const renamed = await owner.put(`${url}/${b}`, { name: 'New', parentId: a })
  t.match(renamed.json(), { name: 'New', path: `${await nameOf(a)}/New` })
})

t.test('folders are nested at most 20 deep, by creating and by moving', async (t) => {
  const { url, chain, move } = await freshProject()
  const deep = await chain(20)
  const deepest = deep.at(-1) ?? ''
  const deeper = await owner.post(url, { name: 'Too deep', parentId: deepest })
  isError(t, deeper, 400, 'VALIDATION_FAILED', { fields: ['parentId'] })
  const [top = '', , bottom = ''] = await chain(3)
  isError(t, await move(top, deep[17] ?? ''), 400, 'VALIDATION_FAILED', { fields: ['parentId'] })
  t.equal((await move(top, deep[16] ?? '')).statusCode, 200)
  t.equal((await owner.get(`${url}/${bottom}`)).json().path.split('/').length, 20)
})

t.test('a folder cannot move into itself or a descendant', async (t) => {
  const { chain, move, parentOf } = await freshProject()
  const [a = '', b = '', c = ''] = await chain(3)
  for (const parentId of [a, b, c]) {
    isError(t, await move(a, parentId), 400, 'VALIDATION_FAILED', { fields: ['parentId'] })
  }
  t.equal(await parentOf(a), null)
})

t.test('concurrent moves create no cycle and do not exceed the depth', async (t) => {
  const { url, chain, move, parentOf } = await freshProject()
  for (let round = 0; round < 5; round++) {
    const [[a = ''], [b = ''], [c = '']] = [await chain(1), await chain(1), await chain(1)]
    const responses = await Promise.all([move(a, b), move(b, c), move(c, a)])
    t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 200, 400])
    const parents = await Promise.all([a, b, c].map(parentOf))
    t.equal(parents.filter((parent) => parent === null).length, 1)
  }
  const [tall, other, third] = [await chain(8), await chain(8), await chain(8)]
  const responses = await Promise.all([
    move(other[0] ?? '', tall.at(-1) ?? ''),
    move(third[0] ?? '', other.at(-1) ?? ''),
  ])
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 400])
  const { content } = (await owner.get(`${url}?size=500`)).json()
  const depths = content.map(({ path }: { path: string }) => path.split('/').length)
  t.equal(Math.max(...depths), 16)
})

t.test('an empty folder can be deleted, and a folder with content cannot', async (t) => {
  const { url, chain, uploadInto } = await freshProject()
  const [outer = '', inner = ''] = await chain(2)
  isError(t, await owner.delete(`${url}/${outer}`), 409, 'FOLDER_NOT_EMPTY', { what: 'a folder' })
  const asset = await uploadInto(inner)
  for (const query of ['', '?recursive=false']) {
    const response = await owner.delete(`${url}/${inner}${query}`)
    isError(t, response, 409, 'FOLDER_NOT_EMPTY', { what: `an asset ${query}` })
  }
  await owner.put(`/api/projects/${asset.projectId}/assets/${asset.id}`, { folderId: null })
  const response = await owner.delete(`${url}/${inner}`)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  isError(t, await owner.get(`${url}/${inner}`), 404, 'FOLDER_NOT_FOUND')
  isError(t, await owner.delete(`${url}/${inner}?recursive=true`), 404, 'FOLDER_NOT_FOUND')
  const unclear = await owner.delete(`${url}/${outer}?recursive=yes`)
  isError(t, unclear, 400, 'VALIDATION_FAILED', { fields: ['recursive'] })
})

t.test('recursive deletes subfolders and moves their assets to the root', async (t) => {
  const { projectId, url, chain, uploadInto } = await freshProject()
  const [top = '', ...below] = await chain(4)
  const kept = await createFolder(owner, projectId)
  const elsewhere = await uploadInto(kept.id)
  const assets = []
  for (const folderId of [top, ...below, ...below]) assets.push(await uploadInto(folderId))
  t.equal((await owner.delete(`${url}/${top}?recursive=true`)).statusCode, 204)
  t.same((await owner.get(url)).json().content.length, 1)
  for (const asset of assets) {
    const after = (await owner.get(`/api/projects/${projectId}/assets/${asset.id}`)).json()
    t.same(after, { ...asset, folderId: null, revision: asset.revision + 1 })
  }
  const other = await owner.get(`/api/projects/${projectId}/assets/${elsewhere.id}`)
  t.equal(other.json().folderId, kept.id)
  const log = `/api/organizations/${owner.organizationId}/audit-events?action=folder.delete`
  const events: { resourceId: string }[] = (await owner.get(log)).json().content
  const deleted = events.map(({ resourceId }) => resourceId)
  t.ok(
    [top, ...below].every((id) => deleted.includes(id)),
    'each is in the audit log',
  )
})

t.test('recursive works with more assets than one statement can move', async (t) => {
  const { projectId, url, chain } = await freshProject()
  const [top = '', inner = ''] = await chain(2)
  await database.$executeRaw`
    INSERT INTO assets (project_id, folder_id, filename, content_type, size_bytes, width, height,
      sha256, tags, updated_at)
    SELECT ${projectId}::uuid, ${inner}::uuid, 'a.png', 'image/png', 1, 1, 1, '', '{}', now()
    FROM generate_series(1, 4100)`
  t.equal((await owner.delete(`${url}/${top}?recursive=true`)).statusCode, 204)
  t.equal(await database.asset.count({ where: { projectId, folderId: null } }), 4100)
})

t.test('an asset that is added while its folder is deleted is not lost', async (t) => {
  const { projectId, url, chain } = await freshProject()
  for (let round = 0; round < 5; round++) {
    const [id = ''] = await chain(1)
    const asset = await upload(owner, projectId)
    const path = `/api/projects/${projectId}/assets/${asset.id}`
    const [moved, deleted] = await Promise.all([
      owner.put(path, { folderId: id }),
      owner.delete(`${url}/${id}?recursive=true`),
    ])
    t.match(moved.statusCode, /^(200|400|409)$/)
    t.equal(deleted.statusCode, 204)
    t.equal((await owner.get(path)).json().folderId, null)
  }
  t.equal(await database.folder.count({ where: { projectId } }), 0)
})
