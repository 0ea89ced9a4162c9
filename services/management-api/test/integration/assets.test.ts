import { originalObject } from '@vitrine/contracts'
import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, createWidget, register, upload } from '../client.js'
import { openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)

type Identified = { id: string }
const idsOf = (list: Identified[]) => list.map(({ id }) => id)

t.test('assets are listed as GET returns them, newest first', async (t) => {
  const project = await createProject(owner)
  const url = `/api/projects/${project.id}/assets`
  const assets = []
  for (let i = 0; i < 5; i++) assets.unshift(await upload(owner, project.id))
  t.same((await owner.get(url)).json().content, assets)
})

t.test('DELETE answers 204 and removes the asset from store and database', async (t) => {
  const project = await createProject(owner)
  const url = `/api/projects/${project.id}/assets`
  const kept = await upload(owner, project.id)
  const asset = await upload(owner, project.id)
  const response = await owner.delete(`${url}/${asset.id}`)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  const store = openStore()
  await until(async () => (await store.read(originalObject(project.id, asset.id))) === null)
  t.ok((await store.read(originalObject(project.id, kept.id)))?.equals(await jpeg()))
  t.same(idsOf((await owner.get(url)).json().content), [kept.id])
  for (const again of [
    await owner.get(`${url}/${asset.id}`),
    await owner.delete(`${url}/${asset.id}`),
  ]) {
    isError(t, again, 404, 'ASSET_NOT_FOUND')
  }
})

t.test(
  'DELETE removes the asset from every widget and keeps the order of the others',
  async (t) => {
    const project = await createProject(owner)
    const [a = '', b = '', c = ''] = idsOf([
      await upload(owner, project.id),
      await upload(owner, project.id),
      await upload(owner, project.id),
    ])
    const widget = await createWidget(owner, project.id, {
      assetIds: [b, a, b, c, a],
      status: 'DRAFT',
    })
    const other = await createWidget(owner, project.id, { assetIds: [b] })
    await owner.put(`/api/projects/${project.id}/widgets/${other.id}/publish`)
    t.equal((await owner.delete(`/api/projects/${project.id}/assets/${b}`)).statusCode, 204)
    const shown = async ({ id }: Identified) =>
      (await owner.get(`/api/projects/${project.id}/widgets/${id}`)).json()
    t.same((await shown(widget)).assetIds, [a, c, a])
    t.match(await shown(other), { status: 'PUBLISHED', assetIds: { length: 0 } })
  },
)

t.test('of concurrent deletes of an asset one succeeds', async (t) => {
  const project = await createProject(owner)
  const { id } = await upload(owner, project.id)
  const url = `/api/projects/${project.id}/assets/${id}`
  const responses = await Promise.all([owner.delete(url), owner.delete(url), owner.delete(url)])
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [204, 404, 404])
})
