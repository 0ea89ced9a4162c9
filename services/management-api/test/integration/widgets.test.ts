import { randomUUID } from 'node:crypto'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createProject, createWidget, plainItem, upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const elsewhere = await createProject(owner)
const url = `/api/projects/${project.id}/widgets`
const assets: string[] = []
for (let i = 0; i < 3; i++) assets.push((await upload(owner, project.id)).id)
const [a = '', b = '', c = ''] = assets

const required = () => ({ name: 'Hero', slug: freshName('hero'), assetIds: [a], layout: 'GRID' })

t.test('a widget is returned with all its fields and found by id', async (t) => {
  const input = {
    name: ' Hero ',
    slug: freshName('hero'),
    assetIds: [b, a],
    layout: 'CAROUSEL',
    config: { autoplay: true, autoplaySpeed: 3000 },
    theme: { padding: 8 },
  }
  const response = await owner.post(url, input)
  t.equal(response.statusCode, 201)
  const { id, revision, createdAt, updatedAt, ...rest } = response.json()
  t.equal(revision, 1)
  t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  t.equal(updatedAt, createdAt)
  const draft = { projectId: project.id, status: 'DRAFT', publishedAt: null, lastPublishedAt: null }
  const items = [b, a].map(plainItem)
  t.same(rest, { ...input, ...draft, items, name: 'Hero' })
  const found = await owner.get(`${url}/${id}`)
  t.equal(found.statusCode, 200)
  t.same(found.json(), response.json())
})

t.test('config and theme default to empty objects', async (t) => {
  t.match(await createWidget(owner, project.id), { config: {}, theme: {} })
})

t.test('a new widget is always a draft, and an invalid status is rejected', async (t) => {
  for (const status of ['PUBLISHED', 'DRAFT']) {
    const widget = await createWidget(owner, project.id, { status })
    t.match(widget, { status: 'DRAFT', publishedAt: null }, status)
  }
  for (const status of ['published', 'ARCHIVED', null, 1, true]) {
    const response = await owner.post(url, { ...required(), status })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['status'] })
  }
})

t.test('assetIds keep their order and duplicates', async (t) => {
  for (const assetIds of [
    [c, a, b],
    [a, b, a, a, c, b],
    [],
    Array.from({ length: 500 }, () => b),
  ]) {
    const { id, assetIds: answered } = await createWidget(owner, project.id, { assetIds })
    t.same(answered, assetIds)
    t.same((await owner.get(`${url}/${id}`)).json().assetIds, assetIds)
  }
  const upper = await createWidget(owner, project.id, { assetIds: [a.toUpperCase()] })
  t.same(upper.assetIds, [a])
})

t.test('unknown assets and assets of other projects are named', async (t) => {
  const foreign = (await upload(owner, elsewhere.id)).id
  const unknown = randomUUID()
  const before = (await owner.get(url)).json().totalElements
  const assetIds = [a, foreign, b, unknown]
  const fields = ['assetIds[1]', 'assetIds[3]']
  const widget = await createWidget(owner, elsewhere.id)
  const replaced = await owner.put(`/api/projects/${elsewhere.id}/widgets/${widget.id}`, {
    ...{ name: 'lost', assetIds: [foreign, unknown] },
  })
  isError(t, replaced, 400, 'UNKNOWN_ASSETS', { fields: ['assetIds[1]'] })
  const response = await owner.post(url, { ...required(), assetIds })
  isError(t, response, 400, 'UNKNOWN_ASSETS', { fields })
  const messages = response.json().details.map(({ message }: { message: string }) => message)
  t.match(messages, [new RegExp(foreign), new RegExp(unknown)])
  t.equal((await owner.get(url)).json().totalElements, before)
})

t.test('a slug is unique within its project only', async (t) => {
  const { slug } = await createWidget(owner, project.id)
  const response = await owner.post(url, { ...required(), slug })
  isError(t, response, 409, 'WIDGET_SLUG_TAKEN', { fields: ['slug'] })
  t.equal((await createWidget(owner, elsewhere.id, { slug })).slug, slug)
  const race = freshName('race')
  const responses = await Promise.all(
    [1, 2, 3].map(() => owner.post(url, { ...required(), slug: race })),
  )
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [201, 409, 409])
})

t.test('config and theme may be objects or JSON texts, and keys keep their order', async (t) => {
  const text = '{"zebra":1,"show_dots":true,"showArrows":false,"a":{"Ö":[1,null,"x"],"$type":"y"}}'
  const body = JSON.stringify(required()).slice(0, -1)
  const asObject = await owner.post(url, `${body},"config":${text},"theme":${text}}`)
  const asText = await owner.post(url, { ...required(), config: text, theme: text })
  for (const created of [asObject, asText]) {
    t.equal(created.statusCode, 201)
    for (const response of [created, await owner.get(`${url}/${created.json().id}`)]) {
      t.match(response.body, `"config":${text},"theme":${text}`)
    }
  }
})

t.test('config and theme that are malformed, too large or too deep are named', async (t) => {
  const sized = (bytes: number) => ({ note: 'x'.repeat(bytes - 11) })
  const fits = sized(32 * 1024)
  t.equal((await createWidget(owner, project.id, { config: fits, theme: fits })).id.length, 36)
  const large = sized(32 * 1024 + 1)
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const values = [[], [{}], '[1]', 7, '7', true, null, 'null', '', 'x', '{"a":', large]
  for (const field of ['config', 'theme']) {
    for (const value of [...values, JSON.stringify(large), deep]) {
      const response = await owner.post(url, { ...required(), [field]: value })
      const what = `${field}: ${JSON.stringify(value).slice(0, 20)}`
      isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field], what })
    }
  }
})

t.test('a list has widgets without their items, and names a wrong filter', async (t) => {
  const shop = await createProject(owner)
  const list = `/api/projects/${shop.id}/widgets`
  const { items, ...listed } = await createWidget(owner, shop.id, { assetIds: [] })
  t.same((await owner.get(list)).json().content, [listed])
  for (const query of ['status=published', 'status=', 'layout=grid']) {
    const fields = [query.split('=')[0] ?? '']
    isError(t, await owner.get(`${list}?${query}`), 400, 'VALIDATION_FAILED', { fields })
  }
})

t.test('DELETE answers 204 without a body, frees the slug and keeps the assets', async (t) => {
  const widget = await createWidget(owner, project.id, { assetIds: [a, b] })
  const response = await owner.delete(`${url}/${widget.id}`)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  isError(t, await owner.get(`${url}/${widget.id}`), 404, 'WIDGET_NOT_FOUND')
  isError(t, await owner.delete(`${url}/${widget.id}`), 404, 'WIDGET_NOT_FOUND')
  t.equal((await owner.get(`/api/projects/${project.id}/assets/${a}`)).statusCode, 200)
  const again = await createWidget(owner, project.id, { slug: widget.slug })
  t.same(again.assetIds, [])
})
