import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { register } from '../client.js'

const app = await build(t)
const owner = await register(app)
const url = `/api/organizations/${owner.organizationId}`
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

t.test('an organization has an id, a name, a slug and two timestamps', async (t) => {
  const response = await owner.get(url)
  t.equal(response.statusCode, 200)
  const { name, slug, revision, createdAt, updatedAt, ...rest } = response.json()
  t.equal(revision, 1)
  t.same(rest, { id: owner.organizationId })
  t.match(name, /^org-[0-9a-f]{8}$/)
  t.equal(slug, name)
  t.match(createdAt, timestamp)
  t.equal(updatedAt, createdAt)
})

t.test('PUT changes the name and keeps the slug', async (t) => {
  const before = (await owner.get(url)).json()
  const response = await owner.put(url, { name: '  Museum of Ämter ' })
  t.equal(response.statusCode, 200)
  const { updatedAt, ...after } = response.json()
  t.match(updatedAt, timestamp)
  t.match(after, { name: 'Museum of Ämter', slug: before.slug, createdAt: before.createdAt })
  t.same((await owner.get(url)).json(), response.json())
})
