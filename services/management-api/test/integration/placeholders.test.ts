import { jpeg, png, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'

// The job describes five assets every two seconds, and other files leave thousands without a placeholder.
const DATABASE_URL = await ownDatabase(t)
const app = await build(t, { DATABASE_URL })
const database = openDatabase(t, DATABASE_URL)
const owner = await register(app)
const project = await createProject(owner)
const base = `/api/projects/${project.id}/assets`

const described = { color: /^#[0-9a-f]{6}$/, thumbhash: /^[A-Za-z0-9+/]{20,40}=*$/ }

t.test('an upload of any size has a placeholder at once', async (t) => {
  for (const content of [await jpeg(), await png({ alpha: true }), await jpeg({ width: 3000 })]) {
    const asset = await upload(owner, project.id, { content })
    t.match(asset.placeholder, described)
    t.same((await owner.get(`${base}/${asset.id}`)).json().placeholder, asset.placeholder)
    const put = await owner.put(`${base}/${asset.id}`, { placeholder: null, altText: 'A' })
    t.same(put.json().placeholder, asset.placeholder, 'it cannot be set')
  }
})

t.test('a job describes older assets, and skips one that it cannot read', async (t) => {
  const assets = [await upload(owner, project.id), await upload(owner, project.id)]
  const ids = assets.map(({ id }) => id)
  const lost = await upload(owner, project.id)
  await database.asset.updateMany({
    where: { id: { in: [...ids, lost.id] } },
    data: { placeholderColor: null, placeholderThumbhash: null, salientX: null, salientY: null },
  })
  await database.asset.update({ where: { id: lost.id }, data: { sha256: new Uint8Array(32) } })
  for (const id of ids) t.equal((await owner.get(`${base}/${id}`)).json().placeholder, null)
  const [first = ''] = [...ids].sort()
  const after = `${first.slice(0, -12)}${'0'.repeat(12)}`
  await database.job.create({ data: { kind: 'describe-assets', payload: { after } } })
  const placeholders = async () =>
    Promise.all(ids.map(async (id) => (await owner.get(`${base}/${id}`)).json().placeholder))
  await until(async () => !(await placeholders()).includes(null))
  t.same(
    await placeholders(),
    assets.map(({ placeholder }) => placeholder),
  )
  const points = await database.asset.findMany({ where: { id: { in: ids } } })
  for (const { salientX, salientY } of points) t.ok(salientX !== null && salientY !== null)
  t.equal((await owner.get(`${base}/${lost.id}`)).json().placeholder, null)
})
