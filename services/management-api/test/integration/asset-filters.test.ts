import { randomUUID } from 'node:crypto'
import type { Prisma } from '@vitrine/database'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createFolder, createProject, createWidget, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)

type Fields = Partial<Omit<Prisma.AssetCreateManyInput, 'projectId'>>
const hash = (byte: number) => new Uint8Array(32).fill(byte)

/** A project with these assets as rows only, each named by its key. */
async function projectWith(assets: Record<string, Fields>) {
  const { id: projectId } = await createProject(owner)
  const ids: Record<string, string> = {}
  const rows = Object.entries(assets).map(([filename, fields], i) => {
    const id = randomUUID()
    ids[filename] = id
    const file = { contentType: 'image/jpeg', sizeBytes: 1000, width: 4, height: 3 }
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, i))
    return { id, projectId, filename, sha256: hash(100 + i), ...file, createdAt: at, ...fields }
  })
  await database.asset.createMany({ data: rows })
  const url = `/api/projects/${projectId}`
  const list = async (query: string) => {
    const response = await owner.get(`${url}/assets?sort=filename&${query}`)
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
    const { content, totalElements } = response.json()
    const names = content.map(({ filename }: { filename: string }) => filename)
    t.equal(totalElements, names.length, `the total of ${query}`)
    return names as string[]
  }
  const counts = async () => (await owner.get(`${url}/assets/counts`)).json()
  const id = (name: string) => ids[name] ?? ''
  return { projectId, url, list, counts, id }
}

t.test('the list can be limited by each filter, and by several', async (t) => {
  const { projectId, list, id } = await projectWith({
    a: { altText: 'A dune', sha256: hash(1), sizeBytes: 10 },
    b: { altText: '', sha256: hash(1), contentType: 'image/png', tags: ['sea'] },
    c: { altText: null, decorative: true, sizeBytes: 2000 },
    d: { altText: null, tags: ['sea', 'sand'] },
  })
  await createWidget(owner, projectId, { assetIds: [id('a'), id('d'), id('a')] })
  const table: [query: string, names: string[]][] = [
    [`id=${id('b')}&id=${id('d').toUpperCase()}&id=${randomUUID()}`, ['b', 'd']],
    ['alt=missing', ['b', 'd']],
    ['alt=present', ['a']],
    ['alt=decorative', ['c']],
    ['unused=true', ['b', 'c']],
    ['unused=false', ['a', 'd']],
    ['duplicates=true', ['a', 'b']],
    ['duplicates=false', ['c', 'd']],
    ['minBytes=1000', ['b', 'c', 'd']],
    ['minBytes=0', ['a', 'b', 'c', 'd']],
    ['createdFrom=2026-01-01T00:00:01Z', ['b', 'c', 'd']],
    ['createdTo=2026-01-01T00:00:01Z', ['a']],
    ['createdFrom=2026-01-01T00:00:01Z&createdTo=2026-01-01T00:00:03Z', ['b', 'c']],
    ['tag=sea', ['b', 'd']],
    ['tag=sea&tag=sand', ['d']],
    ['folderId=root', ['a', 'b', 'c', 'd']],
    ['contentType=image/png', ['b']],
    ['alt=missing&unused=true', ['b']],
    ['alt=missing&q=s', ['b', 'd']],
    ['unused=true&duplicates=true&minBytes=11', ['b']],
    [`folderId=${randomUUID()}`, []],
    ['q=', ['a', 'b', 'c', 'd']],
  ]
  for (const [query, names] of table) t.same(await list(query), names, query)
})

t.test('duplicates are counted right while assets with the same bytes come and go', async (t) => {
  const { projectId, counts, list, id } = await projectWith({ a: {}, b: { sha256: hash(1) } })
  const add = (filename: string, byte: number) =>
    database.asset.create({
      data: {
        ...{ projectId, filename, sha256: hash(byte), contentType: 'image/png' },
        ...{ sizeBytes: 1, width: 1, height: 1 },
      },
    })
  await Promise.all([add('c', 2), add('d', 2), add('e', 1), add('f', 3), add('g', 3)])
  t.same(await counts(), await counted(projectId))
  t.same(await list('duplicates=true'), ['b', 'c', 'd', 'e', 'f', 'g'])
  const remove = (filename: string) => database.asset.deleteMany({ where: { projectId, filename } })
  await Promise.all([remove('c'), remove('d'), remove('e'), remove('f'), add('h', 3), add('i', 4)])
  await database.asset.update({ where: { id: id('a') }, data: { sha256: hash(4) } })
  t.same(await counts(), await counted(projectId))
  t.same(await list('duplicates=true'), ['a', 'g', 'h', 'i'])
  t.same(await list('duplicates=false'), ['b'])
})

t.test('a text is found, whether few assets contain it or very many', async (t) => {
  const { projectId, url, list } = await projectWith({
    'Größe.JPG': { altText: 'Über 100% der Wand' },
    'plain.png': { tags: ['Beach_1', 'wand'] },
  })
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags,
      created_at, updated_at)
    SELECT ${projectId}::uuid, 'frequent ' || i, 'image/png', 1, 1, 1,
      sha256(convert_to(i::text, 'UTF8')), '{}', now(), now()
    FROM generate_series(1, 1100) AS i`
  const table: [text: string, names: string[]][] = [
    ['größe', ['Größe.JPG']],
    ['ÜBER 100%', ['Größe.JPG']],
    ['wand', ['Größe.JPG', 'plain.png']],
    ['beach_', ['plain.png']],
    ['h_1', ['plain.png']],
    ['_', ['plain.png']],
    ['frequent 1099', ['frequent 1099']],
    ['1%', []],
    ['no such text', []],
  ]
  for (const [text, names] of table) {
    t.same((await list(`q=${encodeURIComponent(text)}`)).sort(), names, text)
  }
  const page = async (query: string) =>
    (await owner.get(`${url}/assets?sort=createdAt&size=2&page=2&${query}`)).json()
  t.match(await page('q=FREQUENT'), { totalElements: 1100, content: { length: 2 } })
  t.match(await page('q=q'), { totalElements: 1100 })
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags,
      created_at, updated_at)
    SELECT ${projectId}::uuid, 'same', 'image/png', 1, 1, 1, '', '{many,more}', now(), now()
    FROM generate_series(1, 5100)`
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags,
      created_at, updated_at)
    VALUES (${projectId}::uuid, 'the last one', 'image/png', 1, 1, 1, '1', '{last}', now(), now())`
  t.same(await list('tag=last'), ['the last one'], 'behind more rows than are read in order')
  const many = ['duplicates=true', 'tag=many', 'tag=many&tag=more', 'tag=many&duplicates=true']
  for (const query of many) t.match(await page(query), { totalElements: 5100 }, query)
  t.match(await page('tag=many&tag=rare'), { totalElements: 0, content: [] })
  t.match(await page('q=frequent&contentType=image/jpeg'), { totalElements: 0, content: [] })
})

t.test('malformed filters are named', async (t) => {
  const { url } = await projectWith({})
  const table: [query: string, field: string][] = [
    ['alt=none', 'alt'],
    ['unused=yes', 'unused'],
    ['duplicates=2', 'duplicates'],
    ['minBytes=-1', 'minBytes'],
    ['minBytes=1.5', 'minBytes'],
    ['createdFrom=yesterday', 'createdFrom'],
    ['createdTo=2026-13-01T00:00:00', 'createdTo'],
    ['id=x', 'id[0]'],
    [Array.from({ length: 101 }, () => `id=${randomUUID()}`).join('&'), 'id'],
  ]
  for (const [query, field] of table) {
    const response = await owner.get(`${url}/assets?${query}`)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field], what: query.slice(0, 30) })
  }
})

/** The counts that the rows themselves give. */
async function counted(projectId: string) {
  const rows = await database.asset.findMany({
    where: { projectId },
    include: { widgets: { select: { position: true } } },
  })
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  const types = [...new Set(rows.map(({ contentType }) => contentType))].sort()
  const hashes = rows.map(({ sha256 }) => Buffer.from(sha256).toString('hex'))
  return {
    total: rows.length,
    root: count(({ folderId }) => folderId === null),
    alt: {
      missing: count(({ altText, decorative }) => !decorative && !altText),
      present: count(({ altText }) => Boolean(altText)),
      decorative: count(({ decorative }) => decorative),
    },
    unused: count(({ widgets }) => widgets.length === 0),
    duplicates: hashes.filter((hash, i) => hashes.some((other, j) => i !== j && hash === other))
      .length,
    large: count(({ sizeBytes }) => sizeBytes >= 2_000_000),
    contentTypes: types.map((contentType) => ({
      contentType,
      count: count((row) => row.contentType === contentType),
    })),
  }
}

t.test('the counts follow every change, and concurrent ones', async (t) => {
  const { projectId, url, list, counts, id } = await projectWith({
    a: { sizeBytes: 1_999_999 },
    b: { altText: 'x', sha256: hash(7), sizeBytes: 2_000_000 },
    c: { contentType: 'image/gif', sha256: hash(7), sizeBytes: 3_000_000 },
    d: { tags: ['t'] },
  })
  const folder = await createFolder(owner, projectId)
  const check = async (what: string) => t.same(await counts(), await counted(projectId), what)
  t.equal((await counts()).duplicates, 2)
  await check('after inserts')
  t.same(await list('minBytes=2000000'), ['b', 'c'])
  const widget = await createWidget(owner, projectId, { assetIds: [id('a'), id('b')] })
  await check('after a widget')
  const other = await createWidget(owner, projectId, { assetIds: [id('b')] })
  await Promise.all([
    owner.put(`${url}/widgets/${widget.id}`, { assetIds: [id('c'), id('a')] }),
    owner.put(`${url}/widgets/${other.id}`, { assetIds: [id('a'), id('c')] }),
    owner.put(`${url}/assets/${id('a')}`, { decorative: true }),
    database.asset.update({ where: { id: id('d') }, data: { sizeBytes: 5_000_000 } }),
    database.asset.update({ where: { id: id('b') }, data: { sizeBytes: 10 } }),
    owner.put(`${url}/assets/${id('b')}`, { altText: null, folderId: folder.id }),
    owner.put(`${url}/assets/${id('d')}`, { altText: 'd', folderId: folder.id }),
  ])
  await check('after concurrent updates')
  t.same(await list('minBytes=2000000'), ['c', 'd'])
  t.equal((await counts()).large, 2)
  t.equal((await owner.get(`${url}/folders/${folder.id}`)).json().assetCount, 2)
  await Promise.all([
    owner.delete(`${url}/widgets/${widget.id}`),
    owner.delete(`${url}/widgets/${other.id}`),
    owner.delete(`${url}/assets/${id('c')}`),
    owner.delete(`${url}/folders/${folder.id}?recursive=true`),
  ])
  await check('after concurrent deletes')
  await owner.delete(url)
  const where = { projectId }
  t.equal(await database.tagCount.count({ where }), 0)
  t.equal(await database.assetHash.count({ where }), 0)
  t.equal(await database.projectUsage.count({ where }), 0)
})

t.test(
  'two transactions that describe assets of one project do not wait for each other',
  async (t) => {
    const { projectId } = await projectWith({ a: {}, b: {} })
    const change = (filename: string) =>
      database.asset.updateMany({ where: { projectId, filename }, data: { altText: 'x' } })
    await database.transaction(async (tx) => {
      await tx.asset.updateMany({ where: { projectId, filename: 'a' }, data: { altText: 'x' } })
      // Would never end if it waited for a count.
      await change('b')
    })
    t.equal((await counted(projectId)).alt.present, 2)
  },
)

t.test('a list that is changed marks the assets that it drops as unused', async (t) => {
  const { projectId, url, list, id } = await projectWith({ a: {}, b: {}, c: {} })
  const widget = await createWidget(owner, projectId, { assetIds: [id('a'), id('b'), id('b')] })
  const place = `${url}/widgets/${widget.id}`
  const put = async (...names: string[]) => {
    const assetIds = names.map(id)
    t.same((await owner.put(place, { assetIds })).json().assetIds, assetIds)
    t.same((await owner.get(place)).json().assetIds, assetIds)
  }
  await put('b', 'a')
  t.same(await list('unused=true'), ['c'])
  await put('c', 'c', 'c', 'a')
  t.same(await list('unused=true'), ['b'])
  await owner.delete(`${url}/assets/${id('c')}`)
  await put('b')
  t.same(await list('unused=true'), ['a'])
  await put()
  t.same(await list('unused=true'), ['a', 'b'])
})

t.test('tags are listed with the number of their assets', async (t) => {
  const { url, id } = await projectWith({
    a: { tags: ['sea', 'Sand', '100%'] },
    b: { tags: ['sea', 'sea'] },
    c: { tags: [] },
  })
  const tags = async (query = '') => (await owner.get(`${url}/tags${query}`)).json()
  t.match(await tags(), {
    content: [
      { tag: 'sea', count: 2 },
      { tag: '100%', count: 1 },
      { tag: 'Sand', count: 1 },
    ],
    totalElements: 3,
  })
  t.match(await tags('?q=sa'), { content: [{ tag: 'Sand', count: 1 }], totalElements: 1 })
  t.match(await tags('?q=%25'), { content: [{ tag: '100%' }], totalElements: 1 })
  t.match(await tags('?size=1&page=1'), { content: { length: 1 }, totalElements: 3, number: 1 })
  const first = await tags('?size=2')
  t.match(await tags(`?size=2&cursor=${first.nextCursor}`), {
    content: [{ tag: 'Sand', count: 1 }],
    nextCursor: null,
  })
  const all = ['u', 'v', 'w', 'x', 'y', 'z']
  await Promise.all([
    owner.put(`${url}/assets/${id('a')}`, { tags: all }),
    owner.put(`${url}/assets/${id('b')}`, { tags: all.toReversed() }),
    owner.put(`${url}/assets/${id('c')}`, { tags: [...all.slice(3), 'sea'] }),
  ])
  const three = ['x', 'y', 'z'].map((tag) => ({ tag, count: 3 }))
  const two = ['u', 'v', 'w'].map((tag) => ({ tag, count: 2 }))
  t.same((await tags()).content, [...three, ...two, { tag: 'sea', count: 1 }])
  await owner.put(`${url}/assets/${id('a')}`, { tags: ['sand'] })
  await owner.put(`${url}/assets/${id('c')}`, { tags: [] })
  await owner.delete(`${url}/assets/${id('b')}`)
  t.same((await tags()).content, [{ tag: 'sand', count: 1 }])
  isError(t, await owner.get(`${url}/tags?q=a&tag=b`), 400, 'VALIDATION_FAILED', {
    fields: ['tag'],
  })
})

t.test('a project shows its counts, alone and in the list', async (t) => {
  const { projectId, url, id } = await projectWith({ a: {}, b: { altText: 'x' }, c: {} })
  const widget = await createWidget(owner, projectId, { assetIds: [id('a')] })
  await createWidget(owner, projectId)
  await owner.put(`${url}/widgets/${widget.id}/publish`)
  const counts = { assets: 3, widgets: 2, published: 1, altMissing: 2 }
  t.same((await owner.get(url)).json().counts, counts)
  const empty = await createProject(owner)
  t.same(empty.counts, { assets: 0, widgets: 0, published: 0, altMissing: 0 })
  const { content } = (
    await owner.get(`/api/organizations/${owner.organizationId}/projects`)
  ).json()
  const listed = content.find(({ id }: { id: string }) => id === projectId)
  t.same(listed.counts, counts)
  t.same((await owner.put(url, { ...listed, name: 'New' })).json().counts, counts)
})

t.test('a look-up finds assets by their bytes, in the order of the hashes', async (t) => {
  const { url, id } = await projectWith({ a: { sha256: hash(1) }, b: { sha256: hash(1) }, c: {} })
  const hex = (byte: number) => Buffer.from(hash(byte)).toString('hex')
  t.equal((await owner.get(`${url}/assets/${id('a')}`)).json().sha256, hex(1))
  const sha256 = [hex(9), hex(1).toUpperCase(), hex(102), hex(1)]
  const response = await owner.post(`${url}/assets/lookup`, { sha256 })
  t.equal(response.statusCode, 200)
  const asset = (name: string) => ({ id: id(name), folderId: null, filename: name })
  t.same(response.json(), [
    { sha256: hex(9), assets: [] },
    { sha256: hex(1), assets: [asset('a'), asset('b')] },
    { sha256: hex(102), assets: [asset('c')] },
  ])
  const elsewhere = await projectWith({ a: { sha256: hash(2) } })
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags,
      created_at, updated_at)
    SELECT ${elsewhere.projectId}::uuid, 'copy', 'image/png', 1, 1, 1, decode(${hex(3)}, 'hex'), '{}', now(), now()
    FROM generate_series(1, 101)`
  const copies = await owner.post(`${elsewhere.url}/assets/lookup`, { sha256: [hex(3)] })
  t.match(copies.json(), [{ assets: { length: 100 } }], 'of very many')
  const other = await owner.post(`${elsewhere.url}/assets/lookup`, { sha256: [hex(1)] })
  t.same(other.json(), [{ sha256: hex(1), assets: [] }])
  for (const [body, field] of [
    [{ sha256: [] }, 'sha256'],
    [{ sha256: ['abc'] }, 'sha256[0]'],
    [{ sha256: Array.from({ length: 501 }, () => hex(1)) }, 'sha256'],
    [{ sha256: [hex(1)], md5: [] }, 'md5'],
  ] as const) {
    isError(t, await owner.post(`${url}/assets/lookup`, body), 400, 'VALIDATION_FAILED', {
      fields: [field],
    })
  }
})
