import { originalObject, tags } from '@vitrine/contracts'
import { freshName, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import {
  createApiKey,
  createFolder,
  createProject,
  createWidget,
  invite,
  join,
  register,
  upload,
} from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const url = '/api/organizations'
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

t.test('the founder of an organization becomes its OWNER and sees it in their list', async (t) => {
  const slug = freshName('museum')
  const response = await owner.post(url, { name: ' Museum ', slug })
  t.equal(response.statusCode, 201)
  const { id, revision, createdAt, updatedAt, ...rest } = response.json()
  t.equal(revision, 1)
  t.same(rest, { name: 'Museum', slug })
  t.match(createdAt, timestamp)
  t.equal(updatedAt, createdAt)
  t.same((await owner.get(`${url}/${id}`)).json(), response.json())
  const members = (await owner.get(`${url}/${id}/members`)).json().content
  t.match(members, [{ userId: owner.userId, role: 'OWNER' }])
  t.same((await owner.get(url)).json().content[0], response.json())
  const events = (await owner.get(`${url}/${id}/audit-events`)).json().content
  t.match(events, [{ action: 'organization.create', actor: { id: owner.userId }, resourceId: id }])
  t.equal(events.length, 1)
})

t.test('an omitted slug is derived from the name, and a taken slug is rejected', async (t) => {
  const name = freshName('Café')
  const slug = name.toLowerCase().replace('é', 'e')
  t.equal((await owner.post(url, { name })).json().slug, slug)
  const stranger = await register(app)
  const taken = await stranger.post(url, { name: 'Other', slug })
  isError(t, taken, 409, 'ORGANIZATION_SLUG_TAKEN', { fields: ['slug'] })
  t.equal(
    (await stranger.post(url, { name })).json().slug,
    `${slug}-2`,
    'a number where it was made',
  )
  const race = await Promise.all([1, 2, 3].map(() => owner.post(url, { name })))
  t.same(
    race.map((response) => response.json().slug).sort(),
    [3, 4, 5].map((n) => `${slug}-${n}`),
  )
})

t.test('if organizations with one slug are created concurrently, one succeeds', async (t) => {
  const slug = freshName('race')
  const responses = await Promise.all([1, 2, 3].map(() => owner.post(url, { name: 'Race', slug })))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [201, 409, 409])
})

t.test('the list contains only the caller’s organizations', async (t) => {
  const person = await register(app)
  const second = (await person.post(url, { name: freshName('Second') })).json()
  const theirs = (await owner.post(url, { name: freshName('Theirs') })).json()
  const { token } = await invite(owner, theirs.id, { email: person.email })
  await person.post('/api/auth/invitations/accept', { token, password: person.password })
  const { content } = (await person.get(url)).json()
  t.match(content, [{ id: theirs.id }, { id: second.id }, { id: person.organizationId }])
})

t.test('DELETE removes rows, objects and cached entries of the organization', async (t) => {
  const doomed = await register(app)
  const member = await join(app, doomed, 'ADMIN')
  await invite(doomed, doomed.organizationId)
  const projects = [await createProject(doomed), await createProject(doomed)]
  const originals = []
  for (const { id } of projects) {
    const folder = await createFolder(doomed, id)
    await createFolder(doomed, id, { parentId: folder.id })
    const asset = await upload(doomed, id)
    await doomed.put(`/api/projects/${id}/assets/${asset.id}`, { folderId: folder.id })
    await createWidget(doomed, id, { assetIds: [asset.id] })
    await createApiKey(doomed, id)
    originals.push(originalObject(id, asset.id))
  }
  const one = `${url}/${doomed.organizationId}`
  isError(t, await member.delete(one), 403, 'FORBIDDEN')
  const response = await doomed.delete(one)
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')

  isError(t, await doomed.get(one), 404, 'ORGANIZATION_NOT_FOUND')
  t.same((await doomed.get(url)).json().content, [])
  const store = openStore()
  for (const original of originals) await until(async () => (await store.read(original)) === null)
  for (const { id: projectId } of projects) {
    isError(t, await doomed.get(`/api/projects/${projectId}`), 404, 'PROJECT_NOT_FOUND')
    const where = { projectId }
    const counts = [
      database.folder.count({ where }),
      database.asset.count({ where }),
      database.widget.count({ where }),
      database.apiKey.count({ where }),
    ]
    t.same(await Promise.all(counts), [0, 0, 0, 0])
    const logged = await database.changeLog.count({
      where: { tags: { has: tags.project(projectId) } },
    })
    t.equal(logged, 1)
  }
  const where = { organizationId: doomed.organizationId }
  t.equal(await database.membership.count({ where }), 0)
  t.equal(await database.invitation.count({ where }), 0)
  t.equal(await database.auditEvent.count({ where }), 0)
})

t.test('an organization is deleted completely while others write to it', async (t) => {
  const doomed = await register(app)
  const project = await createProject(doomed)
  const widget = await createWidget(doomed, project.id)
  const path = `/api/projects/${project.id}`
  const responses = await Promise.all([
    doomed.put(`${path}/widgets/${widget.id}`, { name: 'Edited' }),
    doomed.post(`${path}/folders`, { name: 'New' }),
    doomed.delete(`${url}/${doomed.organizationId}`),
    doomed.put(path, { name: 'Renamed' }),
    doomed.post(`${url}/${doomed.organizationId}/invitations`, {
      email: 'someone@example.test',
      role: 'VIEWER',
    }),
  ])
  t.equal(responses[2]?.statusCode, 204)
  for (const { statusCode } of responses) t.match(statusCode, /^(20\d|40[349])$/)
  t.equal(await database.project.count({ where: { organizationId: doomed.organizationId } }), 0)
})
