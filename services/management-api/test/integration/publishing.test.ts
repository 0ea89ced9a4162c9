import { formatTimestamp } from '@vitrine/http'
import t from '@vitrine/testing/t'
import { createWidget, type SentWidget } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const draft = await createWidget(owner, project.id, { config: { gap: 8 } })
const url = `/api/projects/${project.id}/widgets/${draft.id}`

const rowOf = (id: string) =>
  database.widget.findUniqueOrThrow({
    where: { id },
    select: { status: true, publishedAt: true, updatedAt: true },
  })
async function put(path: string, body?: object): Promise<SentWidget> {
  const response = await owner.put(`${url}${path}`, body)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

t.test('publish returns the widget with the time of publication', async (t) => {
  const before = Date.now()
  const { publishedAt, updatedAt, ...widget } = await put('/publish')
  t.match(widget, { id: draft.id, slug: draft.slug, status: 'PUBLISHED', config: { gap: 8 } })
  t.match(publishedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  const row = await rowOf(draft.id)
  t.ok(Number(row.publishedAt) >= before && Number(row.publishedAt) <= Date.now())
  t.same((await owner.get(url)).json(), { ...widget, publishedAt, updatedAt })
})

t.test('publishing again changes nothing', async (t) => {
  await put('/publish')
  const before = await rowOf(draft.id)
  t.equal((await put('/publish')).status, 'PUBLISHED')
  t.equal((await put('', { status: 'PUBLISHED' })).status, 'PUBLISHED')
  t.same(await rowOf(draft.id), before)
})

t.test('editing a published widget keeps it published, with the same time', async (t) => {
  await put('/publish')
  const { publishedAt } = await rowOf(draft.id)
  t.match(await put('', { name: 'Edited', config: {} }), { status: 'PUBLISHED', name: 'Edited' })
  t.same((await rowOf(draft.id)).publishedAt, publishedAt)
})

t.test('unpublish makes it a draft; repeating it changes nothing', async (t) => {
  await put('/publish')
  t.match(await put('/unpublish'), { status: 'DRAFT', publishedAt: null })
  const before = await rowOf(draft.id)
  t.match(await put('/unpublish'), { status: 'DRAFT', publishedAt: null })
  t.match(await put('', { status: 'DRAFT' }), { status: 'DRAFT', publishedAt: null })
  t.same(await rowOf(draft.id), before)
})

t.test('lastPublishedAt is the time of the last publication, also for a draft', async (t) => {
  const fresh = await createWidget(owner, project.id)
  t.equal(fresh.lastPublishedAt, null)
  const widget = `/api/projects/${project.id}/widgets/${fresh.id}`
  const first = (await owner.put(`${widget}/publish`)).json()
  t.equal(first.lastPublishedAt, first.publishedAt)
  t.match((await owner.put(`${widget}/unpublish`)).json(), {
    publishedAt: null,
    lastPublishedAt: first.publishedAt,
  })
  const long = new Date('2020-02-03T04:05:06Z')
  await database.widget.update({ where: { id: fresh.id }, data: { lastPublishedAt: long } })
  t.match((await owner.get(widget)).json(), { lastPublishedAt: formatTimestamp(long) })
  const second = (await owner.put(widget, { status: 'PUBLISHED' })).json()
  t.equal(second.lastPublishedAt, second.publishedAt)
  const copy = (await owner.post(`${widget}/duplicate`)).json()
  t.equal(copy.lastPublishedAt, null, 'a copy was never published')
})

t.test('the body of an earlier GET is accepted after a publication', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const widget = `/api/projects/${project.id}/widgets/${id}`
  await owner.put(`${widget}/publish`)
  const read = (await owner.get(widget)).json()
  const earlier = new Date('2020-02-03T04:05:06Z')
  const times = { publishedAt: earlier, lastPublishedAt: earlier }
  await database.widget.update({ where: { id }, data: times })
  const answer = await owner.put(widget, { ...read, name: 'Renamed' })
  t.equal(answer.statusCode, 200, answer.body)
  t.match(answer.json(), { name: 'Renamed', publishedAt: formatTimestamp(earlier) })
  const forged = await owner.put(widget, { ...read, createdAt: '2001-01-01T00:00:00' })
  isError(t, forged, 400, 'VALIDATION_FAILED', { fields: ['createdAt'] })
})

t.test('a publication by the previous release sets it as well', async (t) => {
  const { id } = await createWidget(owner, project.id)
  const publishedAt = new Date('2021-02-03T04:05:06Z')
  for (const data of [
    { status: 'PUBLISHED', publishedAt },
    { status: 'DRAFT', publishedAt: null },
  ] as const) {
    await database.widget.update({ where: { id }, data, select: { id: true } })
  }
  const widget = (await owner.get(`/api/projects/${project.id}/widgets/${id}`)).json()
  t.match(widget, { publishedAt: null, lastPublishedAt: formatTimestamp(publishedAt) })
})

t.test('a status in PUT publishes and unpublishes, together with other changes', async (t) => {
  await put('/unpublish')
  t.match(await put('', { status: 'PUBLISHED', name: 'Live' }), {
    status: 'PUBLISHED',
    name: 'Live',
    publishedAt: /T/,
  })
  t.match(await put('', { status: 'DRAFT', name: 'Off' }), {
    status: 'DRAFT',
    name: 'Off',
    publishedAt: null,
  })
})

t.test('publishing after a break sets a new time', async (t) => {
  await put('/publish')
  const past = new Date('2020-01-01T00:00:00Z')
  await database.widget.update({ where: { id: draft.id }, data: { publishedAt: past } })
  await put('/unpublish')
  const before = Date.now()
  await put('/publish')
  t.ok(Number((await rowOf(draft.id)).publishedAt) >= before)
})

t.test('publish and unpublish accept an empty JSON body', async (t) => {
  for (const action of ['publish', 'unpublish']) {
    const response = await owner.send({
      method: 'PUT',
      url: `${url}/${action}`,
      headers: { 'content-type': 'application/json' },
    })
    t.equal(response.statusCode, 200, action)
  }
})
