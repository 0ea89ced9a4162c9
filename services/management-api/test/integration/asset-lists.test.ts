import { randomUUID } from 'node:crypto'
import type { Prisma } from '@vitrine/database'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)

type Fields = Partial<Omit<Prisma.AssetCreateManyInput, 'projectId'>>

/** Creates a project with these assets in order, as rows only. */
async function projectWith(assets: readonly Fields[]) {
  const project = await createProject(owner)
  const folder = await database.folder.create({ data: { projectId: project.id, name: 'Summer' } })
  const add = async (more: readonly Fields[], from = 0) => {
    const rows = more.map((fields, i) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, from + i))
      const file = { contentType: 'image/jpeg', sizeBytes: 1000, width: 4, height: 3 }
      const row = { filename: `${from + i}.jpg`, sha256: new Uint8Array(32), ...file, ...fields }
      const folderId = fields.folderId === 'summer' ? folder.id : null
      return { ...row, projectId: project.id, folderId, createdAt: at, updatedAt: at }
    })
    await database.asset.createMany({ data: rows })
  }
  await add(assets)
  const url = `/api/projects/${project.id}/assets`
  const list = async (query: string) => {
    const response = await owner.get(`${url}?${query}`)
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
    const { content, totalElements } = response.json()
    const names = content.map(({ filename }: { filename: string }) => filename)
    return { names, total: totalElements as number }
  }
  return { project, folder, url, add, list }
}

t.test('q matches part of the file name, the alternative text or a tag', async (t) => {
  const { list } = await projectWith([
    { filename: 'Dune.jpg', altText: 'Sand at dawn', tags: ['Desert', 'travel'] },
    { filename: 'sea.jpg', altText: null, tags: [] },
    { filename: 'ÉTÉ.png', altText: 'Öl\nund Wasser', tags: ['100%'] },
    { filename: 'a_b.gif', altText: 'back\\slash', tags: ['sea', 'side'] },
  ])
  const table: [q: string, names: string[]][] = [
    ['dune', ['Dune.jpg']],
    ['DAWN', ['Dune.jpg']],
    ['esert', ['Dune.jpg']],
    ['SEA', ['a_b.gif', 'sea.jpg']],
    ['.jpg', ['sea.jpg', 'Dune.jpg']],
    ['été', ['ÉTÉ.png']],
    ['öl', ['ÉTÉ.png']],
    ['%', ['ÉTÉ.png']],
    ['_', ['a_b.gif']],
    ['\\', ['a_b.gif']],
    ['\\s', ['a_b.gif']],
    ['a%b', []],
    ["' OR 1=1 --", []],
    ['seaside', []],
    ['sea side', []],
    ['  dune  ', ['Dune.jpg']],
    ['', ['a_b.gif', 'ÉTÉ.png', 'sea.jpg', 'Dune.jpg']],
  ]
  for (const [q, names] of table) {
    t.same(await list(`q=${encodeURIComponent(q)}`), { names, total: names.length }, q)
  }
})

t.test('an asset must have all requested tags, compared exactly', async (t) => {
  const { list } = await projectWith([
    { filename: 'ab', tags: ['a', 'b'] },
    { filename: 'a', tags: ['a'] },
    { filename: 'none', tags: [] },
    { filename: 'odd', tags: ['a,b', '{c}', '"d"'] },
  ])
  const table: [query: string, names: string[]][] = [
    ['tag=a', ['a', 'ab']],
    ['tag=a&tag=b', ['ab']],
    ['tag=b&tag=a&tag=a', ['ab']],
    ['tag=A', []],
    ['tag=a&tag=c', []],
    ['tag=a,b', ['odd']],
    ['tag=%7Bc%7D&tag=%22d%22', ['odd']],
    ['tag=%20a%20&q=AB', ['ab']],
  ]
  for (const [query, names] of table) {
    t.same(await list(query), { names, total: names.length }, query)
  }
})

t.test('filters by folder, root and type can be used alone or together', async (t) => {
  const { list, folder } = await projectWith([
    { filename: 'a', folderId: 'summer' },
    { filename: 'b', folderId: 'summer', contentType: 'image/png' },
    { filename: 'c', contentType: 'image/png' },
    { filename: 'd' },
  ])
  const table: [query: string, names: string[]][] = [
    [`folderId=${folder.id}`, ['b', 'a']],
    [`folderId=${folder.id.toUpperCase()}`, ['b', 'a']],
    ['folderId=root', ['d', 'c']],
    [`folderId=${randomUUID()}`, []],
    ['contentType=image/png', ['c', 'b']],
    ['contentType=image/avif', []],
    [`folderId=${folder.id}&contentType=image/png`, ['b']],
    ['folderId=root&contentType=image/jpeg&q=D', ['d']],
  ]
  for (const [query, names] of table) {
    t.same(await list(query), { names, total: names.length }, query)
  }
})

t.test('each sort order has two directions, with ties ordered by id', async (t) => {
  const ids = [randomUUID(), randomUUID(), randomUUID()].sort()
  const [low = '', middle = '', high = ''] = ids
  const { project, list } = await projectWith([
    { id: high, filename: 'b', sizeBytes: 2 },
    { id: low, filename: 'b', sizeBytes: 2 },
    { id: middle, filename: 'a', sizeBytes: 3 },
  ])
  const edited = new Date(Date.UTC(2026, 5, 1))
  await database.asset.update({
    where: { id: high },
    data: { updatedAt: edited, revision: { increment: 1 } },
  })
  const table: [sort: string, ids: string[]][] = [
    ['createdAt,desc', [middle, low, high]],
    ['createdAt,asc', [high, low, middle]],
    ['createdAt', [high, low, middle]],
    ['updatedAt,desc', [high, middle, low]],
    ['updatedAt,asc', [low, middle, high]],
    ['filename,asc', [middle, low, high]],
    ['filename', [middle, low, high]],
    ['filename,desc', [low, high, middle]],
    ['sizeBytes,asc', [low, high, middle]],
    ['sizeBytes,desc', [middle, low, high]],
  ]
  const url = `/api/projects/${project.id}/assets`
  for (const [sort, expected] of table) {
    const { content } = (await owner.get(`${url}?sort=${sort}`)).json()
    t.same(
      content.map(({ id }: { id: string }) => id),
      expected,
      sort,
    )
    const pages = await Promise.all(
      [0, 1, 2].map(async (page) => (await list(`sort=${sort}&size=1&page=${page}`)).names[0]),
    )
    t.same(pages, (await list(`sort=${sort}`)).names, `${sort}, page by page`)
  }
})

t.test('a filtered list is paginated', async (t) => {
  const { url } = await projectWith(
    Array.from({ length: 7 }, (_, i) => ({ tags: i % 2 === 0 ? ['even'] : [] })),
  )
  const { content, ...page } = (await owner.get(`${url}?tag=even&size=3&page=1`)).json()
  t.same(page, {
    totalElements: 4,
    totalPages: 2,
    size: 3,
    number: 1,
    first: false,
    last: true,
    nextCursor: null,
  })
  t.match(content, [{ filename: '0.jpg', tags: ['even'] }])
  const beyond = (await owner.get(`${url}?page=1000000000&size=500`)).json()
  t.match(beyond, { content: { length: 0 }, totalElements: 7, totalPages: 1, last: true })
})

t.test('malformed parameters are named', async (t) => {
  const { url } = await projectWith([])
  const table: [query: string, fields: string[]][] = [
    ['folderId=summer', ['folderId']],
    ['folderId=', ['folderId']],
    [`folderId=root&folderId=${randomUUID()}`, ['folderId']],
    ['contentType=image/svg%2Bxml', ['contentType']],
    ['contentType=', ['contentType']],
    ['sort=name', ['sort']],
    ['sort=createdAt,up', ['sort']],
    ['sort=createdAt;desc', ['sort']],
    ['sort=', ['sort']],
    ['sort=filename,asc&sort=createdAt', ['sort']],
    ['tag=', ['tag[0]']],
    ['tag=a&tag=%00', ['tag[1]']],
    [`tag=${'x'.repeat(65)}`, ['tag[0]']],
    [Array.from({ length: 51 }, (_, i) => `tag=${i}`).join('&'), ['tag']],
    ['q=%00', ['q']],
    ['q=a%0Ab', ['q']],
    [`q=${'x'.repeat(201)}`, ['q']],
    ['q=a&q=b', ['q']],
    ['size=501&page=-1&sort=x', ['size', 'page', 'sort']],
  ]
  for (const [query, fields] of table) {
    const what = query.slice(0, 50)
    isError(t, await owner.get(`${url}?${query}`), 400, 'VALIDATION_FAILED', { fields, what })
  }
})

t.test('the total is correct after concurrent inserts and deletes', async (t) => {
  const { project, url, add, list } = await projectWith(Array.from({ length: 30 }, () => ({})))
  const other = await projectWith([{}, {}])
  t.equal((await list('size=1')).total, 30)
  await add(
    Array.from({ length: 5 }, () => ({})),
    100,
  )
  const uploads = await Promise.all([1, 2, 3, 4].map(() => upload(owner, project.id)))
  t.equal((await list('size=1')).total, 39)
  await Promise.all(uploads.map(({ id }) => owner.delete(`${url}/${id}`)))
  await database.asset.deleteMany({ where: { projectId: project.id, filename: '101.jpg' } })
  t.equal((await list('size=1')).total, 34)
  t.equal((await list('size=500')).names.length, 34)
  const refused = database.transaction(async (tx) => {
    await tx.asset.deleteMany({ where: { projectId: project.id } })
    throw new Error('rolled back')
  })
  await t.rejects(refused, { message: 'rolled back' })
  t.equal((await list('size=1')).total, 34)
  await database.asset.deleteMany({ where: { projectId: project.id } })
  t.same(await list(''), { names: [], total: 0 })
  t.equal((await other.list('')).total, 2)
})

t.test('deleting a project deletes its assets and their count', async (t) => {
  const { project } = await projectWith([{}, {}])
  await database.folder.deleteMany({ where: { projectId: project.id } })
  await database.project.delete({ where: { id: project.id } })
  const where = { projectId: project.id }
  t.equal(await database.asset.count({ where }), 0)
  t.equal(await database.projectUsage.count({ where }), 0)
})
