import { randomUUID } from 'node:crypto'
import { layouts } from '@vitrine/contracts'
import { createRandom } from '@vitrine/testing/random'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, createWidget, register } from '../client.js'
import { openDatabase } from '../dependencies.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)

const statuses = ['DRAFT', 'PUBLISHED'] as const
const sorts = ['createdAt', 'updatedAt', 'name'] as const
const words = ['alpha', 'beta', 'gamma', 'delta', 'été', '100%', 'a_b', 'c\\d']

type Sort = (typeof sorts)[number]
type Widget = {
  id: string
  projectId: string
  name: string
  slug: string
  status: (typeof statuses)[number]
  publishedAt: Date | null
  layout: (typeof layouts)[number]
  createdAt: Date
  updatedAt: Date
}
type Filter = { status?: string; layout?: string; q?: string }
type Page = {
  content: { id: string; slug: string }[]
  totalElements: number
  nextCursor: string | null
}

const random = createRandom(18)

/** Few different times and names, so that many are equal. */
function randomWidget(projectId: string, number: number): Widget {
  const at = () => new Date(Date.UTC(2026, 0, 1, 0, 0, random.int(0, 19)))
  const status = random.chance(0.1) ? 'PUBLISHED' : 'DRAFT'
  return {
    id: randomUUID(),
    projectId,
    name: `${random.pick(words)}${random.pick(words)}`,
    slug: `${random.pick(['spring', 'summer', 'autumn'])}-${number}`,
    status,
    publishedAt: status === 'PUBLISHED' ? at() : null,
    layout: random.pick(layouts.slice(0, 4)),
    createdAt: at(),
    updatedAt: at(),
  }
}

async function projectWith(count: number) {
  const project = await createProject(owner)
  const widgets = Array.from({ length: count }, (_, number) => randomWidget(project.id, number))
  await database.widget.createMany({ data: widgets })
  return { id: project.id as string, url: `/api/projects/${project.id}/widgets`, widgets }
}

const matching = (widgets: readonly Widget[], { status, layout, q = '' }: Filter) =>
  widgets.filter(
    (one) =>
      (status ?? one.status) === one.status &&
      (layout ?? one.layout) === one.layout &&
      [one.name, one.slug].some((text) => text.toLowerCase().includes(q.trim().toLowerCase())),
  )

/** The order of names is that of the database, whose collation this test does not repeat. */
async function inOrder(widgets: readonly Widget[], field: Sort, direction: 'asc' | 'desc') {
  const named = await database.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT name, name COLLATE "default" AS key
    FROM unnest(${widgets.map(({ name }) => name)}::text[]) AS name ORDER BY key`
  const place = new Map(named.map(({ name }, i) => [name, i]))
  const value = (one: Widget) =>
    field === 'name' ? (place.get(one.name) as number) : one[field].getTime()
  const sign = direction === 'asc' ? 1 : -1
  return widgets.toSorted((a, b) => sign * (value(a) - value(b)) || (a.id < b.id ? -1 : 1))
}

function randomFilter(): Filter {
  const searched = [
    ...words,
    'ALPHA',
    'summer',
    'mer-1',
    '-7',
    '%',
    '_',
    '\\',
    'absent',
    ' beta ',
    'É',
  ]
  return {
    ...(random.chance(0.5) && { status: random.pick(statuses) }),
    ...(random.chance(0.5) && { layout: random.pick(layouts) }),
    ...(random.chance(0.5) && { q: random.pick(searched) }),
  }
}

const get = async (url: string, query: Record<string, string | number>): Promise<Page> => {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) text.set(name, String(value))
  const response = await owner.get(`${url}?${text}`)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

t.test('lists equal a plain model, by page and by cursor', async (t) => {
  const { url, widgets } = await projectWith(120)
  await projectWith(20)
  for (let round = 0; round < 60; round += 1) {
    const filter = randomFilter()
    const [field, direction] = [random.pick(sorts), random.pick(['asc', 'desc'] as const)]
    const expected = await inOrder(matching(widgets, filter), field, direction)
    const [size, page] = [1 + random.int(0, 29), random.int(0, 3)]
    const query = { ...filter, sort: `${field},${direction}`, size }
    const name = JSON.stringify(query)
    const found = await get(url, { ...query, page })
    t.same(idsOf(found.content), idsOf(expected.slice(page * size, (page + 1) * size)), name)
    t.equal(found.totalElements, expected.length, name)

    const walked: string[] = []
    let next: string | null = null
    do {
      const part: Page = await get(url, { ...query, ...(next !== null && { cursor: next }) })
      t.equal(part.totalElements, expected.length, name)
      walked.push(...idsOf(part.content))
      next = part.nextCursor
    } while (next !== null)
    t.same(walked, idsOf(expected), `${name}, by cursor`)
  }
})

t.test('totals follow each change of a widget', async (t) => {
  const project = await createProject(owner)
  const url = `/api/projects/${project.id}/widgets`
  const totals = async () => {
    const queries = [{}, { status: 'DRAFT' }, { status: 'PUBLISHED' }, { layout: 'GRID' }]
    const both = { status: 'PUBLISHED', layout: 'LIST_VERTICAL' }
    const pages = await Promise.all([...queries, both].map((query) => get(url, query)))
    return pages.map(({ totalElements }) => totalElements)
  }
  t.same(await totals(), [0, 0, 0, 0, 0])
  const { id: first } = await createWidget(owner, project.id, { layout: 'GRID' })
  await createWidget(owner, project.id, { layout: 'LIST_VERTICAL' })
  t.same(await totals(), [2, 2, 0, 1, 0])
  await owner.put(`${url}/${first}/publish`)
  t.same(await totals(), [2, 1, 1, 1, 0])
  await owner.put(`${url}/${first}`, { layout: 'LIST_VERTICAL' })
  t.same(await totals(), [2, 1, 1, 0, 1])
  await owner.post(`${url}/${first}/duplicate`, {})
  t.same(await totals(), [3, 2, 1, 0, 1])
  await owner.put(`${url}/${first}/unpublish`)
  t.same(await totals(), [3, 3, 0, 0, 0])
  await owner.delete(`${url}/${first}`)
  t.same(await totals(), [2, 2, 0, 0, 0])
})

t.test('projects are listed with the counts of their own assets and widgets', async (t) => {
  const stranger = await register(app)
  const others = await createProject(stranger)
  await database.widget.createMany({ data: [randomWidget(others.id, 0)] })
  const { id, widgets } = await projectWith(30)
  const published = matching(widgets, { status: 'PUBLISHED' }).length
  const list = await owner.get(`/api/organizations/${owner.organizationId}/projects?size=100`)
  const { content, totalElements } = list.json()
  t.equal(totalElements, content.length)
  t.match(
    content.find((project: { id: string }) => project.id === id),
    { counts: { assets: 0, widgets: 30, published, altMissing: 0 } },
  )
  t.notOk(idsOf(content).includes(others.id))
})
