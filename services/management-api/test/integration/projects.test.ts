import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { register } from '../client.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const owner = await register(app)
const projectsOf = (organizationId: string) => `/api/organizations/${organizationId}/projects`
const url = projectsOf(owner.organizationId)

t.test('a project is returned with all its fields and found by id', async (t) => {
  const response = await owner.post(url, { name: ' Summer Shop ', slug: 'summer' })
  t.equal(response.statusCode, 201)
  const { id, revision, createdAt, updatedAt, ...rest } = response.json()
  t.equal(revision, 1)
  t.same(rest, {
    organizationId: owner.organizationId,
    name: 'Summer Shop',
    slug: 'summer',
    transformations: 'any',
    originals: 'public',
    maxPublicWidth: 2048,
    watermark: null,
    counts: { assets: 0, widgets: 0, published: 0, altMissing: 0 },
  })
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  t.equal(updatedAt, createdAt)
  const found = await owner.get(`/api/projects/${id}`)
  t.equal(found.statusCode, 200)
  t.same(found.json(), response.json())
})

t.test('an omitted slug is derived from the name', async (t) => {
  const table = [
    ['Über uns!', 'uber-uns'],
    ['  A -- b__C ', 'a-b-c'],
    ['x'.repeat(200), 'x'.repeat(100)],
  ] as const
  for (const [name, slug] of table) {
    t.equal((await owner.post(url, { name })).json().slug, slug)
  }
  t.equal((await owner.post(url, { name: '日本' })).json().slug, 'ri-ben')
  t.equal((await owner.post(url, { name: '🎉' })).json().slug, 'project')
})

t.test('a derived slug that is taken gets a number', async (t) => {
  const name = freshName('twin')
  const slugs = []
  for (let turn = 0; turn < 3; turn++) slugs.push((await owner.post(url, { name })).json().slug)
  t.same(slugs, [name, `${name}-2`, `${name}-3`])
  const long = `${name}-${'x'.repeat(150)}`
  for (const slug of [long.slice(0, 100), `${long.slice(0, 98)}-2`]) {
    t.equal((await owner.post(url, { name: long })).json().slug, slug)
  }
})

t.test('projects created concurrently with one name get different slugs', async (t) => {
  const name = freshName('race')
  const responses = await Promise.all([1, 2, 3, 4].map(() => owner.post(url, { name })))
  t.same(responses.map((response) => response.json().slug).sort(), [
    name,
    `${name}-2`,
    `${name}-3`,
    `${name}-4`,
  ])
})

t.test('a slug is unique within its organization only', async (t) => {
  const other = await register(app)
  const slug = freshName('taken')
  t.equal((await owner.post(url, { name: 'One', slug })).statusCode, 201)
  isError(t, await owner.post(url, { name: 'Two', slug }), 409, 'PROJECT_SLUG_TAKEN')
  t.equal((await other.post(projectsOf(other.organizationId), { name: slug })).statusCode, 201)
})

t.test('if projects with one slug are created concurrently, one succeeds', async (t) => {
  const slug = freshName('race')
  const responses = await Promise.all([1, 2, 3].map(() => owner.post(url, { name: 'Race', slug })))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [201, 409, 409])
})

t.test('an organization without projects has a single empty page', async (t) => {
  const other = await register(app)
  t.same((await other.get(projectsOf(other.organizationId))).json(), {
    content: [],
    totalElements: 0,
    totalPages: 0,
    size: 20,
    number: 0,
    first: true,
    last: true,
    nextCursor: null,
  })
})

t.test('a page has 1 to 500 entries and a number from 0', async (t) => {
  for (const query of ['size=1', 'size=500', 'page=0', 'page=1000000000']) {
    t.equal((await owner.get(`${url}?${query}`)).statusCode, 200, query)
  }
  const table = [
    ['size', ['0', '501', '-1', 'x', '1.5', '']],
    ['page', ['-1', 'x', '0.5', '1e99', '99999999999999999999']],
  ] as const
  for (const [field, values] of table) {
    for (const value of values) {
      const response = await owner.get(`${url}?${field}=${value}`)
      const options = { fields: [field], what: `${field}=${value}` }
      isError(t, response, 400, 'VALIDATION_FAILED', options)
    }
  }
})
