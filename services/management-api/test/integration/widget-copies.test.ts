import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, type SentWidget, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const widgets = `/api/projects/${project.id}/widgets`
const duplicate = (id: string, body?: object) => owner.post(`${widgets}/${id}/duplicate`, body)

t.test('a copy is a draft with the content of the original', async (t) => {
  const [a, b] = [await upload(owner, project.id), await upload(owner, project.id)]
  const original = await createWidget(owner, project.id, {
    name: 'Hero',
    assetIds: [b.id, a.id, b.id],
    layout: 'CAROUSEL',
    config: { zebra: 1, show_dots: false, autoplay: true },
    theme: { padding: 8, unknownKey: [null] },
  })
  await owner.put(`${widgets}/${original.id}/publish`)
  const before = (await owner.get(`${widgets}/${original.id}`)).json()
  const response = await duplicate(original.id, {})
  t.equal(response.statusCode, 201)
  const { id, revision, createdAt, updatedAt, ...copy } = response.json()
  t.equal(revision, 1)
  const { assetIds, items, layout, config, theme, projectId } = original
  t.same(copy, {
    ...{ projectId, assetIds, items, layout, config, theme },
    name: 'Hero copy',
    slug: `${original.slug}-copy`,
    status: 'DRAFT',
    publishedAt: null,
    lastPublishedAt: null,
  })
  t.equal(JSON.stringify(copy.config), JSON.stringify(config), 'keys keep their order')
  t.not(id, original.id)
  t.same((await owner.get(`${widgets}/${id}`)).json(), response.json())
  t.same((await owner.get(`${widgets}/${original.id}`)).json(), before)
  const event = { action: 'widget.duplicate', resourceId: id, actorId: owner.userId }
  t.match(await openDatabase(t).auditEvent.findMany({ where: { resourceId: id } }), [event])
})

t.test('the body is optional, and the first free slug is used', async (t) => {
  const { id, slug } = await createWidget(owner, project.id)
  const slugs = []
  for (let i = 0; i < 3; i++) slugs.push((await duplicate(id)).json().slug)
  t.same(slugs, [`${slug}-copy`, `${slug}-copy-2`, `${slug}-copy-3`])
  const all = (await owner.get(`${widgets}?q=${slug}-copy`)).json().content as SentWidget[]
  const second = all.find((widget) => widget.slug === `${slug}-copy-2`)
  await owner.delete(`${widgets}/${second?.id}`)
  t.equal((await duplicate(id)).json().slug, `${slug}-copy-2`)
  t.equal((await duplicate(id, { name: 'Other' })).json().slug, `${slug}-copy-4`)
})

t.test('concurrent copies of a widget get different slugs', async (t) => {
  const { id, slug } = await createWidget(owner, project.id)
  const responses = await Promise.all([1, 2, 3, 4].map(() => duplicate(id)))
  t.same(
    responses.map((response) => response.json().slug).sort(),
    ['copy', 'copy-2', 'copy-3', 'copy-4'].map((end) => `${slug}-${end}`),
  )
})

t.test('a copy succeeds if another widget takes its slug concurrently', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { id, slug } = await createWidget(owner, project.id)
    const body = { name: 'Rival', slug: `${slug}-copy`, assetIds: [], layout: 'GRID' }
    const [copy] = await Promise.all([duplicate(id), owner.post(widgets, body)])
    t.equal(copy.statusCode, 201, copy.body)
  }
})

t.test('name and slug can be given; a taken slug is 409', async (t) => {
  const { id, slug } = await createWidget(owner, project.id)
  const chosen = freshName('chosen')
  const response = await duplicate(id, { name: ' Second ', slug: chosen })
  t.match(response.json(), { name: 'Second', slug: chosen, status: 'DRAFT' })
  for (const taken of [slug, chosen]) {
    isError(t, await duplicate(id, { slug: taken }), 409, 'WIDGET_SLUG_TAKEN', { fields: ['slug'] })
  }
})
