import t from '@vitrine/testing/t'
import { createProject, type SentAsset, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const { id } = await upload(owner, project.id)
const url = `/api/projects/${project.id}/assets/${id}`

const get = async (): Promise<SentAsset> => (await owner.get(url)).json()
async function put(changes: object | string): Promise<SentAsset> {
  const response = await owner.put(url, changes)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

t.test('PUT changes the given fields and keeps the others', async (t) => {
  const folder = await database.folder.create({ data: { projectId: project.id, name: 'Summer' } })
  const all = {
    filename: 'dune.jpg',
    altText: 'A dune at dawn',
    tags: ['sand', 'dawn'],
    metadata: { camera: 'X100', shots: 3 },
    folderId: folder.id,
  }
  const expected = { ...(await get()), ...all, metadata: '{"camera":"X100","shots":3}' }
  t.match(await put(all), { ...expected, updatedAt: /T/, revision: expected.revision + 1 })
  for (const [field, value] of Object.entries({
    filename: 'sea.jpg',
    altText: 'The sea',
    tags: ['water'],
    metadata: {},
    folderId: null,
  })) {
    const before = await get()
    const shown = field === 'metadata' ? '{}' : value
    const after = await put({ [field]: value })
    t.same(
      { ...after, updatedAt: '', revision: 0 },
      { ...before, [field]: shown, updatedAt: '', revision: 0 },
      field,
    )
    t.same(await get(), after)
  }
  const { updatedAt, ...before } = await get()
  t.match(await put({}), before, 'an empty body changes nothing')
})

t.test('null clears altText and folderId', async (t) => {
  await put({ altText: 'A dune' })
  t.match(await put({ altText: null, folderId: null }), { altText: null, folderId: null })
  t.equal(
    (await put({ altText: '' })).altText,
    '',
    'an empty text is kept: it marks a decorative image',
  )
})

t.test('a file name is sanitized as in an upload', async (t) => {
  for (const [sent, kept] of [
    ['../a/b.jpg', 'b.jpg'],
    ['a\u0000\nb.jpg', 'ab.jpg'],
    ['🖼'.repeat(255), '🖼'.repeat(255)],
    ['  ', 'image'],
  ]) {
    t.equal((await put({ filename: sent })).filename, kept)
  }
})

t.test('tags are trimmed and deduplicated in order', async (t) => {
  const tags = ['  sand ', 'Dawn', 'sand', 'dawn', 'x'.repeat(64), '🖼', ' x ']
  t.same((await put({ tags })).tags, ['sand', 'Dawn', 'dawn', 'x'.repeat(64), '🖼', 'x'])
  t.equal((await put({ tags: Array.from({ length: 50 }, (_, i) => `${i}`) })).tags.length, 50)
  t.same((await put({ tags: [] })).tags, [])
})

t.test('a lone surrogate is rejected in every field', async (t) => {
  const before = await get()
  const table: [body: string, fields: string[]][] = [
    [
      '{"altText":"\\ud800a","filename":"\\udc00b","tags":["a","\\ud800c"]}',
      ['altText', 'filename', 'tags[1]'],
    ],
    ['{"metadata":{"a":{"b":"\\udc00\\ud800"}}}', ['metadata.a.b']],
    ['{"metadata":{"x\\ud800":1}}', ['metadata.x\ufffd']],
    ['{"metadata":"{\\"a\\":[\\"\\\\ud800\\"]}"}', ['metadata.a[0]']],
  ]
  for (const [body, fields] of table) {
    isError(t, await owner.put(url, body), 400, 'VALIDATION_FAILED', { fields, what: body })
  }
  t.same(await get(), before)
  t.match(await put('{"altText":"\\ud83c\\udf89"}'), { altText: '🎉' })
})

t.test('metadata may be an object or a JSON text, and keys keep their order', async (t) => {
  const text = '{"zebra":1,"Alpha_Beta":{"c d":[],"$type":"x"},"émile":"\\u0000","a.b":1.5e300}'
  const same = JSON.stringify(JSON.parse(text))
  t.equal((await put(`{"metadata":${text}}`)).metadata, same)
  t.equal((await put({ metadata: text })).metadata, same)
  t.equal((await get()).metadata, same)
})

t.test('metadata is limited to 16 KiB, as an object or as a text', async (t) => {
  const sized = (bytes: number) => ({ note: 'é'.repeat((bytes - 11) / 2) })
  const fits = sized(16 * 1024 - 1)
  const large = sized(16 * 1024 + 1)
  for (const metadata of [fits, JSON.stringify(fits)]) {
    t.equal(Buffer.byteLength((await put({ metadata })).metadata as string), 16 * 1024 - 1)
  }
  for (const metadata of [large, JSON.stringify(large)]) {
    const response = await owner.put(url, { metadata })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['metadata'] })
  }
})

t.test('invalid fields are named, and nothing is changed', async (t) => {
  const before = await get()
  const table: [body: object, fields: string[]][] = [
    [{ altTxt: 'A dune', title: 'x' }, ['altTxt', 'title']],
    [{ filename: '' }, ['filename']],
    [{ filename: 'x'.repeat(256) }, ['filename']],
    [{ filename: null }, ['filename']],
    [{ altText: 7 }, ['altText']],
    [{ altText: 'x'.repeat(2001) }, ['altText']],
    [{ altText: 'a\u0000b' }, ['altText']],
    [{ tags: 'sand' }, ['tags']],
    [{ tags: null }, ['tags']],
    [{ tags: ['fine', '', 7] }, ['tags[1]', 'tags[2]']],
    [{ tags: ['  '] }, ['tags[0]']],
    [{ tags: ['x'.repeat(65), 'a\u0000b', 'a\nb'] }, ['tags[0]', 'tags[1]', 'tags[2]']],
    [{ tags: Array.from({ length: 51 }, (_, i) => `${i}`) }, ['tags']],
    [{ metadata: null }, ['metadata']],
    [{ metadata: 7 }, ['metadata']],
    [{ metadata: [] }, ['metadata']],
    [{ metadata: '' }, ['metadata']],
    [{ metadata: 'text' }, ['metadata']],
    [{ metadata: '[1]' }, ['metadata']],
    [{ metadata: '"{}"' }, ['metadata']],
    [{ metadata: 'null' }, ['metadata']],
    [{ metadata: '{"a":1' }, ['metadata']],
    [{ folderId: 'root' }, ['folderId']],
    [{ altText: 'lost', tags: 7 }, ['tags']],
  ]
  for (const [body, fields] of table) {
    const what = JSON.stringify(body).slice(0, 50)
    isError(t, await owner.put(url, body), 400, 'VALIDATION_FAILED', { fields, what })
  }
  t.same(await get(), before)
})

t.test('a folder of another project is rejected', async (t) => {
  const elsewhere = await createProject(owner)
  const foreign = await database.folder.create({
    data: { projectId: elsewhere.id, name: 'Summer' },
  })
  const before = await get()
  const response = await owner.put(url, { folderId: foreign.id, altText: 'lost' })
  isError(t, response, 400, 'UNKNOWN_FOLDER', { fields: ['folderId'] })
  t.same(await get(), before)
})
