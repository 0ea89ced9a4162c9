import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, plainItem, type SentWidget, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const widgets = `/api/projects/${project.id}/widgets`
const a = (await upload(owner, project.id)).id
const b = (await upload(owner, project.id)).id
const { id } = await createWidget(owner, project.id, { assetIds: [a], config: { gap: 8 } })
const url = `${widgets}/${id}`

const get = async (): Promise<SentWidget> => (await owner.get(url)).json()
async function put(changes: object | string): Promise<SentWidget> {
  const response = await owner.put(url, changes)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

t.test('PUT changes the given fields and keeps the others', async (t) => {
  for (const [field, value] of Object.entries({
    name: 'Renamed',
    slug: freshName('renamed'),
    assetIds: [b, a, b],
    layout: 'SLIDER',
    config: { autoplay: true },
    theme: { padding: 4 },
  })) {
    const before = await get()
    const after = await put({ [field]: value })
    const items = field === 'assetIds' ? [b, a, b].map(plainItem) : before.items
    const expected = { ...before, items, [field]: value, updatedAt: '', revision: 0 }
    t.same({ ...after, updatedAt: '', revision: 0 }, expected, field)
    t.same(await get(), after)
  }
  const before = await get()
  t.same({ ...(await put({})), updatedAt: '' }, { ...before, updatedAt: '' }, 'nothing named')
  t.same((await put({ assetIds: [] })).assetIds, [])
})

t.test('every change updates updatedAt, including that of the list of assets', async (t) => {
  const old = new Date('2020-01-01T00:00:00Z')
  for (const change of [
    { name: 'Other' },
    { assetIds: [a] },
    { config: {} },
    { status: 'DRAFT' },
  ]) {
    await database.widget.update({
      where: { id },
      data: { updatedAt: old, revision: { increment: 1 } },
    })
    await put(change)
    const { updatedAt } = await database.widget.findUniqueOrThrow({ where: { id } })
    const isMoved = updatedAt.getTime() !== old.getTime()
    t.equal(isMoved, !('status' in change), JSON.stringify(change))
  }
})

t.test('the slug of another widget is 409, and its own slug is accepted', async (t) => {
  const other = await createWidget(owner, project.id)
  const before = await get()
  const response = await owner.put(url, { slug: other.slug, name: 'lost', assetIds: [] })
  isError(t, response, 409, 'WIDGET_SLUG_TAKEN', { fields: ['slug'] })
  t.same(await get(), before)
  t.equal((await put({ slug: before.slug })).slug, before.slug)
})

t.test('concurrent updates of the list of assets leave one of the lists', async (t) => {
  const lists = [[a, a, b], [b], [b, a, b, a], []]
  for (let round = 0; round < 5; round++) {
    const responses = await Promise.all(lists.map((assetIds) => owner.put(url, { assetIds })))
    for (const [i, response] of responses.entries()) {
      t.equal(response.statusCode, 200)
      t.same(response.json().assetIds, lists[i], 'each answer contains its own list')
    }
    const { assetIds } = await get()
    t.ok(lists.some((list) => JSON.stringify(list) === JSON.stringify(assetIds)))
  }
})

t.test('an asset deleted during a PUT is either rejected or removed from the widget', async (t) => {
  for (let round = 0; round < 5; round++) {
    const asset = await upload(owner, project.id)
    const [change, removal] = await Promise.all([
      owner.put(url, { assetIds: [a, asset.id, b] }),
      owner.delete(`/api/projects/${project.id}/assets/${asset.id}`),
    ])
    t.equal(removal.statusCode, 204)
    t.match(change.statusCode, /^(200|400)$/)
    t.notOk((await get()).assetIds.includes(asset.id))
  }
})

t.test('an invalid change with an Idempotency-Key is a 400', async (t) => {
  const headers = { 'idempotency-key': freshName('key') }
  const payload = { layout: 'MASONRY', name: 0 }
  const response = await owner.send({ method: 'PUT', url, payload, headers })
  isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['name'] })
})
