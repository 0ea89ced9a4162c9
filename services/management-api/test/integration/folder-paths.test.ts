import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)

async function projectWithFolders() {
  const { id: projectId } = await createProject(owner)
  const url = `/api/projects/${projectId}/folders`
  const create = (body: object) => owner.post(url, body)
  const paths = async (): Promise<string[]> =>
    (await owner.get(`${url}?size=500`)).json().content.map(({ path }: { path: string }) => path)
  return { projectId, url, create, paths }
}

t.test('missing folders of a path are created, and existing ones are kept', async (t) => {
  const { projectId, url, create, paths } = await projectWithFolders()
  const first = await create({ path: 'Summer/Beach' })
  t.equal(first.statusCode, 201)
  t.match(first.json(), { name: 'Beach', path: 'Summer/Beach', assetCount: 0 })
  t.same((await create({ path: 'Summer/Beach' })).json(), first.json(), 'idempotent')
  t.match((await create({ path: ' Summer / Sea ' })).json(), { path: 'Summer/Sea' })
  t.match((await create({ path: 'Beach' })).json(), { path: 'Beach', parentId: null })
  t.same((await paths()).sort(), ['Beach', 'Summer', 'Summer/Beach', 'Summer/Sea'])
  const { parentId } = first.json()
  t.match((await owner.get(`${url}/${parentId}`)).json(), { path: 'Summer' })
  const events = await database.auditEvent.findMany({ where: { projectId } })
  t.same(
    events.map(({ action }) => action),
    Array(4).fill('folder.create'),
    'one event for each folder',
  )
})

t.test('calls at the same time create each folder once', async (t) => {
  const { create, paths } = await projectWithFolders()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => create({ path: `A/B/${i % 2}` })),
  )
  t.ok(answers.every(({ statusCode }) => statusCode === 201))
  t.equal(new Set(answers.map((answer) => answer.json().id)).size, 2)
  t.same((await paths()).sort(), ['A', 'A/B', 'A/B/0', 'A/B/1'])
})

t.test('a wrong path is an error and creates nothing', async (t) => {
  const { create, paths } = await projectWithFolders()
  const table: [body: object, fields: string[]][] = [
    [{}, ['name']],
    [{ path: '' }, ['path']],
    [{ path: '/Summer' }, ['path']],
    [{ path: 'Summer/' }, ['path']],
    [{ path: 'Summer//Beach' }, ['path']],
    [{ path: 'Summer/ /Beach' }, ['path']],
    [{ path: 'a\nb' }, ['path']],
    [{ path: `Summer/${'x'.repeat(201)}` }, ['path']],
    [{ path: Array(21).fill('x').join('/') }, ['path']],
    [{ path: 'a', name: 'b' }, ['name']],
    [{ path: 'a', parentId: null }, ['parentId']],
  ]
  for (const [body, fields] of table) {
    const what = JSON.stringify(body).slice(0, 40)
    isError(t, await create(body), 400, 'VALIDATION_FAILED', { fields, what })
  }
  t.same(await paths(), [])
  t.equal((await create({ path: Array(20).fill('x'.repeat(200)).join('/') })).statusCode, 201)
})
