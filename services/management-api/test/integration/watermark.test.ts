import { blackPng, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createProject, upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, projectId, url } = await createScene(t)
const mark = await upload(owner, projectId, { content: await blackPng({ width: 60, height: 40 }) })
const chosen = { assetId: mark.id, position: 'bottom-right', opacity: 0.5, scale: 0.25, from: 400 }

t.test('none at first; what is left out has a default, and the change is audited', async (t) => {
  t.equal((await owner.get(url)).json().watermark, null)
  const response = await owner.put(url, { watermark: { assetId: mark.id } })
  t.equal(response.statusCode, 200, response.body)
  t.same(response.json().watermark, chosen)
  t.match(response.headers['server-timing'], /everywhere;dur=/)
  t.same((await owner.get(url)).json().watermark, chosen)
  const log = `/api/organizations/${owner.organizationId}/audit-events?resourceId=${projectId}`
  const { changes } = (await owner.get(log)).json().content[0]
  t.same(changes, { watermark: { from: null, to: chosen } })
  t.same((await owner.put(url, { name: 'Shop' })).json().watermark, chosen, 'is kept')
  const whole = { ...chosen, position: 'tile', opacity: 1, scale: 1, from: 4096 }
  t.same((await owner.put(url, { watermark: whole })).json().watermark, whole)
  const { content } = (
    await owner.get(`/api/organizations/${owner.organizationId}/projects`)
  ).json()
  t.same(content[0].watermark, whole)
})

t.test('bad values are refused by name, and change nothing', async (t) => {
  await owner.put(url, { watermark: chosen })
  const bad: Record<string, unknown[]> = {
    assetId: ['x', null],
    position: ['middle', null, 5],
    opacity: [0, 0.04, 1.1, '0.5', null],
    scale: [0, 0.04, 1.01, '25%'],
    from: [0, 4097, 1.5, '400'],
    colour: ['red'],
  }
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      const response = await owner.put(url, { watermark: { ...chosen, [field]: value } })
      isError(t, response, 400, 'VALIDATION_FAILED', { fields: [`watermark.${field}`] })
    }
  }
  isError(t, await owner.put(url, { watermark: {} }), 400, 'VALIDATION_FAILED')
  isError(t, await owner.put(url, { watermark: mark.id }), 400, 'VALIDATION_FAILED')
  const { id: otherProject } = await createProject(owner)
  const foreign = await upload(owner, otherProject)
  for (const assetId of [foreign.id, '00000000-0000-4000-8000-000000000000']) {
    const response = await owner.put(url, { watermark: { assetId } })
    isError(t, response, 400, 'UNKNOWN_ASSETS', { fields: ['watermark.assetId'] })
  }
  t.same((await owner.get(url)).json().watermark, chosen)
})

t.test('the picture cannot be deleted while it is the watermark', async (t) => {
  const { id } = await upload(owner, projectId, { content: await blackPng({ width: 50 }) })
  const other = await upload(owner, projectId, { content: await png({ width: 51 }) })
  await owner.put(url, { watermark: { assetId: id } })
  const response = await owner.delete(`${url}/assets/${id}`)
  isError(t, response, 409, 'ASSET_IN_USE')
  t.match(response.json().message, /settings of the project/)
  const bulk = await owner.post(`${url}/assets/bulk`, {
    action: 'delete',
    assetIds: [id, other.id],
  })
  t.match(bulk.json().results, [
    { assetId: id, status: 'in_use', message: /watermark/ },
    { assetId: other.id, status: 'ok' },
  ])
  t.equal((await owner.get(`${url}/assets/${id}`)).statusCode, 200)
  await owner.put(url, { watermark: null })
  t.equal((await owner.get(url)).json().watermark, null)
  t.equal((await owner.delete(`${url}/assets/${id}`)).statusCode, 204)
})

t.test(
  'whoever chooses a picture while it is deleted does not get a broken watermark',
  async (t) => {
    for (let round = 0; round < 2; round += 1) {
      const { id } = await upload(owner, projectId, {
        content: await blackPng({ width: 70 + round }),
      })
      const [set, gone] = await Promise.all([
        owner.put(url, { watermark: { assetId: id } }),
        owner.delete(`${url}/assets/${id}`),
      ])
      const { watermark } = (await owner.get(url)).json()
      const outcome = `${set.statusCode} ${gone.statusCode}`
      t.ok(['200 409', '400 204', '409 204'].includes(outcome), outcome)
      t.equal(watermark?.assetId === id, set.statusCode === 200)
      await owner.put(url, { watermark: null })
    }
  },
)

t.test('originals are fetched clean by the addresses in answers', async (t) => {
  const { id, originalUrl } = await upload(owner, projectId)
  t.notMatch(originalUrl, /[?]/)
  await owner.put(url, { watermark: chosen })
  t.match((await owner.get(`${url}/assets/${id}`)).json().originalUrl, /[?]exp=\d+&s=v[.]/)
  await owner.put(url, { watermark: null })
  t.notMatch((await owner.get(`${url}/assets/${id}`)).json().originalUrl, /[?]/)
})

t.test('a project with a watermark can be deleted', async (t) => {
  await owner.put(url, { watermark: chosen })
  t.equal((await owner.delete(url)).statusCode, 204)
})
