import { randomUUID } from 'node:crypto'
import { hashApiKey, tags } from '@vitrine/contracts'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createApiKey, createProject, createWidget, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const project = await createProject(owner)
const base = `/api/projects/${project.id}`

/** The changes with a tag, oldest first, each as its sorted tags. */
async function logged(tag: string): Promise<string[][]> {
  const rows = await database.changeLog.findMany({
    where: { tags: { has: tag } },
    orderBy: { seq: 'asc' },
  })
  return rows.map((row) => row.tags.toSorted())
}
const widgetTags = (id: string, ...slugs: string[]) =>
  [
    tags.widget(id),
    ...slugs.flatMap((slug) => [tags.slug(slug), tags.projectSlug(project.id, slug)]),
  ].toSorted()

t.test('a public change of a widget is one log entry with the changed tags', async (t) => {
  const { id, slug } = await createWidget(owner, project.id)
  const assetIds = [(await upload(owner, project.id)).id]
  const url = `${base}/widgets/${id}`
  const own = widgetTags(id, slug)
  const expected = [own]
  t.same(await logged(tags.widget(id)), expected, 'creating a draft')

  const renamed = freshName('renamed')
  const both = { layout: 'MASONRY', assetIds: [] }
  const calls: [string, () => Promise<{ statusCode: number }>, tags: string[] | null][] = [
    ['a name, which is not public', () => owner.put(url, { name: 'Edited' }), null],
    ['publish', () => owner.put(`${url}/publish`), own],
    ['publish a published widget', () => owner.put(`${url}/publish`), null],
    ['an edit', () => owner.put(url, { config: { gap: 1 } }), own],
    ['a list of assets', () => owner.put(url, { assetIds }), [tags.widget(id)]],
    ['several statements', () => owner.put(url, both), own],
    ['unpublish', () => owner.put(`${url}/unpublish`), own],
    ['publish by status', () => owner.put(url, { status: 'PUBLISHED' }), own],
    ['another slug', () => owner.put(url, { slug: renamed }), widgetTags(id, slug, renamed)],
    ['delete', () => owner.delete(url), widgetTags(id, renamed)],
  ]
  for (const [what, call, tagged] of calls) {
    t.match((await call()).statusCode, /^20[04]$/, what)
    if (tagged !== null) expected.push(tagged)
    t.same(await logged(tags.widget(id)), expected, what)
  }
  t.equal((await logged(tags.slug(slug))).length, 7)
  t.equal((await logged(tags.slug(renamed))).length, 2)
})

t.test('a public change of an asset is one log entry with its tag', async (t) => {
  const { id } = await upload(owner, project.id)
  const url = `${base}/assets/${id}`
  const tag = tags.asset(id)
  t.same(await logged(tag), [[tag]], 'upload')
  await owner.put(url, { tags: ['a'], metadata: { a: 1 } })
  t.same(await logged(tag), [[tag]], 'a field that is not public')
  await owner.put(url, { altText: 'A dune' })
  t.same(await logged(tag), [[tag], [tag]], 'edit')
  await createWidget(owner, project.id, { assetIds: [id] })
  t.equal((await logged(tag)).length, 2, 'a widget that shows it does not change it')
  await owner.delete(url)
  t.same(await logged(tag), [[tag], [tag], [tag]], 'delete')
})

t.test('creating or revoking a key is one log entry with its hash, not the key', async (t) => {
  const { id, key } = await createApiKey(owner, project.id)
  const tag = tags.key(Buffer.from(hashApiKey(key)).toString('hex'))
  t.same(await logged(tag), [[tag]])
  await owner.delete(`${base}/api-keys/${id}`)
  t.same(await logged(tag), [[tag], [tag]])
  t.same(await logged(tags.key(key)), [])
})

t.test('rejected calls and reads log no change', async (t) => {
  const widget = await createWidget(owner, project.id)
  const asset = await upload(owner, project.id)
  const other = await createWidget(owner, project.id)
  const url = `${base}/widgets/${widget.id}`
  const unknown = randomUUID()
  const slug = freshName('never')
  const draft = { name: 'Never', slug, layout: 'GRID', assetIds: [] }
  const calls: [status: number, call: () => Promise<{ statusCode: number }>][] = [
    [200, () => owner.get(url)],
    [200, () => owner.get(`${base}/assets/${asset.id}`)],
    [400, () => owner.put(url, { layout: 'ROUND' })],
    [400, () => owner.put(url, { config: '[]' })],
    [400, () => owner.put(url, { assetIds: [unknown] })],
    [409, () => owner.put(url, { slug: other.slug })],
    [400, () => owner.post(`${base}/widgets`, { ...draft, assetIds: [unknown] })],
    [400, () => owner.post(`${base}/widgets`, { ...draft, theme: '7' })],
    [409, () => owner.post(`${base}/widgets`, { ...draft, slug: widget.slug })],
    [400, () => owner.put(`${base}/assets/${asset.id}`, { metadata: 'x' })],
    [400, () => owner.put(`${base}/assets/${asset.id}`, { folderId: unknown })],
    [404, () => owner.put(`${base}/assets/${unknown}`, { altText: 'x' })],
    [404, () => owner.delete(`${base}/assets/${unknown}`)],
    [404, () => owner.put(`${base}/widgets/${unknown}/publish`)],
    [404, () => owner.delete(`${base}/widgets/${unknown}`)],
  ]
  for (const [status, call] of calls) t.equal((await call()).statusCode, status)
  const counts = [
    [tags.widget(widget.id), 1],
    [tags.slug(widget.slug), 1],
    [tags.widget(other.id), 1],
    [tags.slug(other.slug), 1],
    [tags.asset(asset.id), 1],
    [tags.slug(slug), 0],
    [tags.asset(unknown), 0],
    [tags.widget(unknown), 0],
  ] as const
  for (const [tag, count] of counts) t.equal((await logged(tag)).length, count, tag)
})
