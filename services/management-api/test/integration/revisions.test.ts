import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, join, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { app, owner, project, url: base } = await createScene(t)

type Revised = { revision: number; updatedAt?: string }

const read = async (url: string): Promise<Revised> => (await owner.get(url)).json()

async function put(url: string, body: object): Promise<Revised> {
  const response = await owner.put(url, body)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

async function make(url: string, body: object): Promise<Revised & { id: string }> {
  const response = await owner.post(url, body)
  if (response.statusCode !== 201) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

t.test(
  'a revision begins at 1 and is raised by 1 by each PUT that changes something',
  async (t) => {
    const asset = await upload(owner, project.id)
    const folder = await make(`${base}/folders`, { name: 'Summer' })
    const widget = await createWidget(owner, project.id)
    const organization = `/api/organizations/${owner.organizationId}`
    const member = await join(app, owner, 'VIEWER')
    const cases: [string, string, object][] = [
      ['organization', organization, { name: freshName('Renamed') }],
      ['member', `${organization}/members/${member.userId}`, { role: 'EDITOR' }],
      ['project', base, { name: 'Renamed', slug: freshName('renamed') }],
      ['folder', `${base}/folders/${folder.id}`, { name: 'Autumn' }],
      ['asset', `${base}/assets/${asset.id}`, { altText: 'A dune', tags: ['sand'] }],
      ['widget', `${base}/widgets/${widget.id}`, { name: 'Renamed', assetIds: [asset.id] }],
    ]
    for (const [name, url, change] of cases) {
      const first = await put(url, change)
      t.equal(first.revision, 2, name)
      t.same(await put(url, change), first, `${name}: the same again changes nothing`)
      t.equal((await put(url, { ...change, revision: 17 })).revision, 2, `${name}: it is ignored`)
    }
  },
)

t.test('the order of the keys of config is a part of a widget', async (t) => {
  const widget = await createWidget(owner, project.id, { config: { gap: 8, columns: 3 } })
  const url = `${base}/widgets/${widget.id}`
  t.equal((await put(url, { config: { gap: 8, columns: 3 } })).revision, 1)
  t.equal((await put(url, { config: { columns: 3, gap: 8 } })).revision, 2)
})

t.test('publishing and unpublishing raise the revision once each', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const url = `${base}/widgets/${id}`
  for (const [call, revision] of [
    ['publish', 2],
    ['publish', 2],
    ['unpublish', 3],
    ['unpublish', 3],
  ] as const) {
    t.equal((await put(`${url}/${call}`, {})).revision, revision, call)
  }
})

t.test('deleting an asset raises every widget that listed it, once', async (t) => {
  const kept = await upload(owner, project.id)
  const deleted = [await upload(owner, project.id), await upload(owner, project.id)]
  const ids = deleted.map(({ id }) => id)
  const lists = [[kept.id, ...ids], [...ids, ...ids], [kept.id]]
  const urls = []
  for (const assetIds of lists) {
    urls.push(`${base}/widgets/${(await createWidget(owner, project.id, { assetIds })).id}`)
  }
  const [first = ''] = ids
  await owner.delete(`${base}/assets/${first}`)
  t.same(
    (await Promise.all(urls.map(read))).map(({ revision }) => revision),
    [2, 2, 1],
  )

  const rest = [await upload(owner, project.id), await upload(owner, project.id)]
  const more = rest.map(({ id }) => id)
  for (const url of urls) await put(url, { assetIds: [kept.id, ...more] })
  await owner.post(`${base}/assets/bulk`, { action: 'delete', assetIds: more })
  t.same(
    (await Promise.all(urls.map(read))).map(({ revision }) => revision),
    [4, 4, 3],
  )
})

t.test('an asset that a bulk change or the deletion of its folder moves is raised', async (t) => {
  const { id } = await upload(owner, project.id)
  const url = `${base}/assets/${id}`
  const folder = await make(`${base}/folders`, { name: freshName('folder') })
  const move = { action: 'move', assetIds: [id], folderId: folder.id }
  await owner.post(`${base}/assets/bulk`, move)
  t.equal((await read(url)).revision, 2)
  await owner.post(`${base}/assets/bulk`, move)
  t.equal((await read(url)).revision, 2, 'it is there already')
  await owner.delete(`${base}/folders/${folder.id}?recursive=true`)
  t.equal((await read(url)).revision, 3)
})

t.test('the last use of a key is no change of it', async (t) => {
  const { id, revision } = await make(`${base}/api-keys`, { name: 'Site' })
  t.equal(revision, 1)
  await database.apiKey.update({ where: { id }, data: { lastUsed: new Date() } })
  const [key] = (await owner.get(`${base}/api-keys`)).json()
  t.match(key, { id, revision: 1, lastUsed: String })
})

t.test('changes of widgets and deletions of their assets at once do not deadlock', async (t) => {
  const uploads = Array.from({ length: 6 }, () => upload(owner, project.id))
  const ids = (await Promise.all(uploads)).map(({ id }) => id)
  const widgets = await Promise.all(
    [ids, [...ids].reverse()].map((assetIds) => createWidget(owner, project.id, { assetIds })),
  )
  const puts = widgets.flatMap(({ id }, i) =>
    ids.map(() => owner.put(`${base}/widgets/${id}`, { assetIds: i === 0 ? ids : ids.slice(3) })),
  )
  const copies = widgets.map(({ id }) => owner.post(`${base}/widgets/${id}/duplicate`))
  const deletions = ids.map((id) => owner.delete(`${base}/assets/${id}`))
  const statuses = (await Promise.all([...puts, ...copies, ...deletions])).map(
    ({ statusCode }) => statusCode,
  )
  t.same(
    statuses.filter((status) => status >= 500),
    [],
  )
  t.same(
    statuses.slice(-ids.length),
    ids.map(() => 204),
  )
})
