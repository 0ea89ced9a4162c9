import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createProject, createWidget, upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const usage = (assetId: string, query = '') =>
  owner.get(`/api/projects/${project.id}/assets/${assetId}/usage${query}`)

t.test('each widget that shows an asset is listed once, newest first', async (t) => {
  const [a, b] = [await upload(owner, project.id), await upload(owner, project.id)]
  const none = {
    content: [],
    totalElements: 0,
    totalPages: 0,
    number: 0,
    first: true,
    last: true,
    nextCursor: null,
  }
  t.same((await usage(a.id)).json(), { ...none, size: 20 })
  const draft = await createWidget(owner, project.id, { assetIds: [b.id, a.id, a.id] })
  const live = await createWidget(owner, project.id, { assetIds: [a.id] })
  await createWidget(owner, project.id, { assetIds: [b.id] })
  await owner.put(`/api/projects/${project.id}/widgets/${live.id}/publish`)
  const shown = ({ id, name, slug }: typeof draft, status: string) => ({ id, name, slug, status })
  const response = await usage(a.id)
  t.equal(response.statusCode, 200)
  t.same(response.json(), {
    content: [shown(live, 'PUBLISHED'), shown(draft, 'DRAFT')],
    totalElements: 2,
    totalPages: 1,
    size: 20,
    number: 0,
    first: true,
    last: true,
    nextCursor: null,
  })
  const second = (await usage(a.id, '?size=1&page=1')).json()
  t.match(second, { content: [{ id: draft.id }], totalElements: 2, totalPages: 2, last: true })
  await owner.put(`/api/projects/${project.id}/widgets/${draft.id}`, { assetIds: [] })
  t.match((await usage(a.id)).json(), { content: [{ id: live.id }], totalElements: 1 })
})

t.test('an asset that does not exist or is in another project is 404', async (t) => {
  const elsewhere = await upload(owner, (await createProject(owner)).id)
  for (const id of [randomUUID(), elsewhere.id]) {
    isError(t, await usage(id), 404, 'ASSET_NOT_FOUND')
  }
  isError(t, await usage('x'), 400, 'VALIDATION_FAILED', { fields: ['assetId'] })
  isError(t, await usage(elsewhere.id, '?size=0'), 400, 'VALIDATION_FAILED', { fields: ['size'] })
})
