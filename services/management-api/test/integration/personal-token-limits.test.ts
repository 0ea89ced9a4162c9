import { randomUUID } from 'node:crypto'
import type { Role } from '@vitrine/database'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, createProject, createWidget, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { call, endpoints, nameOf, type PathIds } from '../endpoints.js'
import { isError } from '../error-answer.js'
import { createOneOfEach } from '../one-of-each.js'
import { createToken } from '../personal-token.js'
import { personalTokenRule } from '../token-rules.js'

const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const satisfies Role[]

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const { organizationId } = owner
const place = await createOneOfEach(app, owner)
const { projectId } = place
const otherProject = await createProject(owner)
const otherPlace: PathIds = {
  ...(await createOneOfEach(app, owner)),
  projectId: otherProject.id,
}
const organization = `/api/organizations/${organizationId}`

const guarded = endpoints.filter(({ isOpen }) => isOpen !== true)
const ofRule = (...rules: string[]) =>
  guarded.filter((endpoint) => rules.includes(personalTokenRule(endpoint)))

type Document = { paths: Record<string, Record<string, { security?: object[] }>> }

t.test('the OpenAPI document names the calls that take a personal access token', async (t) => {
  const { paths } = (await createClient(app).get('/api/openapi.json')).json<Document>()
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const { security = [] } = paths[path]?.[endpoint.method.toLowerCase()] ?? {}
    const takesToken = security.some((scheme) => 'personalToken' in scheme)
    const isExpected = endpoint.isOpen !== true && personalTokenRule(endpoint) !== 'refused'
    t.equal(takesToken, isExpected, nameOf(endpoint))
  }
})

t.test('a call that takes no personal access tokens is 403 for every role', async (t) => {
  const token = await createToken(app, owner, { organizationId })
  const refused = ofRule('refused')
  t.ok(refused.length >= 15)
  for (const endpoint of refused) {
    const response = await call(token, endpoint, place)
    isError(t, response, 403, 'FORBIDDEN', { what: nameOf(endpoint) })
    t.match(response.json().message, /does not take a personal access token/)
  }
})

t.test('calls of accounts that need no token reject personal access tokens, too', async (t) => {
  const token = await createToken(app, owner, { organizationId })
  const open = endpoints.filter(({ isOpen, path }) => isOpen && path.startsWith('/api/auth'))
  t.equal(open.length, 9)
  for (const client of [token, createClient(app, 'vpat_x')]) {
    for (const endpoint of open) {
      const response = await client.send({
        method: endpoint.method,
        url: endpoint.path,
        payload: {},
      })
      isError(t, response, 403, 'FORBIDDEN', { what: nameOf(endpoint) })
      t.match(response.json().message, /does not take a personal access token/)
    }
  }
})

// Every pair of roles is compared by the same function, and the suite of roles tries each role at each call.
for (const [owned, limited] of [
  ['OWNER', 'EDITOR'],
  ['EDITOR', 'OWNER'],
] as const) {
  t.test(`the lower role applies: ${owned} with a token for ${limited}`, async (t) => {
    // The calls change and delete the resources.
    const owner = await register(app)
    const place = await createOneOfEach(app, owner)
    const { organizationId, userId } = owner
    const token = await createToken(app, owner, { organizationId, role: limited })
    const where = { organizationId_userId: { organizationId, userId } }
    await database.membership.update({ where, data: { role: owned } })
    for (const endpoint of ofRule('organization', 'project')) {
      const response = await call(token, endpoint, place)
      const what = nameOf(endpoint)
      if (roles.indexOf('EDITOR') >= roles.indexOf(endpoint.role ?? 'VIEWER')) {
        t.match(response.statusCode, /^20[014]$/, what)
        continue
      }
      isError(t, response, 403, 'FORBIDDEN', { what })
      const whose = owned === 'EDITOR' ? 'yours is EDITOR' : 'token has the role EDITOR'
      t.match(response.json().message, whose, what)
    }
  })
}

t.test(
  'a demotion limits a token from the next call, and a promotion does not extend it',
  async (t) => {
    const member = await join(app, owner, 'ADMIN')
    const token = await createToken(app, member, { organizationId, role: 'EDITOR' })
    const upload = () => createWidget(token, projectId).then(({ id }) => id)
    const widget = await upload()
    const setRole = (role: Role) => owner.put(`${organization}/members/${member.userId}`, { role })
    await setRole('VIEWER')
    const rename = () => token.put(`/api/projects/${projectId}/widgets/${widget}`, { name: 'New' })
    isError(t, await rename(), 403, 'FORBIDDEN')
    t.equal((await token.get(`/api/projects/${projectId}`)).statusCode, 200)
    await setRole('OWNER')
    t.equal((await rename()).statusCode, 200)
    const keys = `/api/projects/${projectId}/api-keys`
    isError(t, await token.post(keys, { name: 'Key' }), 403, 'FORBIDDEN')
  },
)

t.test('outside its organization a token is treated as a stranger’s', async (t) => {
  // An organization of the same person, who is OWNER there, too.
  const { id: elsewhere } = (await owner.post('/api/organizations', { name: 'Second' })).json()
  const created = await owner.post(`/api/organizations/${elsewhere}/projects`, { name: 'There' })
  const stranger = await register(app)
  const foreign = await createProject(stranger)
  const token = await createToken(app, owner, { organizationId })
  const places = [
    { ...place, orgId: elsewhere, projectId: created.json().id },
    { ...place, orgId: stranger.organizationId, projectId: foreign.id },
  ]
  for (const endpoint of ofRule('organization', 'project').filter(({ role }) => role)) {
    for (const at of places) {
      const response = await call(token, endpoint, at)
      isError(t, response, 403, 'FORBIDDEN', { what: nameOf(endpoint) })
      t.match(response.json().message, `limited to the organization ${organizationId}`)
    }
    const nowhere = { ...place, orgId: randomUUID(), projectId: randomUUID() }
    const code = endpoint.path.includes(':orgId') ? 'ORGANIZATION_NOT_FOUND' : 'PROJECT_NOT_FOUND'
    isError(t, await call(token, endpoint, nowhere), 404, code, { what: nameOf(endpoint) })
  }
})

t.test('a token of a project is rejected in other projects and for the organization', async (t) => {
  const token = await createToken(app, owner, { organizationId, projectId })
  for (const endpoint of ofRule('project').filter(({ path }) => path.includes(':projectId'))) {
    const response = await call(token, endpoint, otherPlace)
    isError(t, response, 403, 'FORBIDDEN', { what: nameOf(endpoint) })
    t.match(response.json().message, `limited to the project ${projectId}`)
  }
  for (const endpoint of ofRule('organization')) {
    const response = await call(token, endpoint, place)
    isError(t, response, 403, 'FORBIDDEN', { what: nameOf(endpoint) })
    t.match(response.json().message, `limited to the project ${projectId}`)
  }
})

t.test('lists contain only what the token may see', async (t) => {
  await owner.post('/api/organizations', { name: 'Another' })
  const whole = await createToken(app, owner, { organizationId })
  const narrow = await createToken(app, owner, { organizationId, projectId })
  const idsOf = async (client: typeof whole, url: string) =>
    (await client.get(url)).json().content.map(({ id }: { id: string }) => id)
  for (const client of [whole, narrow]) {
    t.same(await idsOf(client, '/api/organizations'), [organizationId])
    t.equal((await client.get('/api/organizations')).json().totalElements, 1)
    t.equal((await client.get(organization)).json().id, organizationId)
  }
  t.equal((await idsOf(whole, `${organization}/projects`)).length, 3)
  t.same(await idsOf(narrow, `${organization}/projects`), [projectId])
  await createWidget(owner, otherProject.id)
  const events = (await narrow.get(`${organization}/audit-events?size=500`)).json().content
  t.not(events.length, 0)
  t.ok(events.every((event: { projectId: string }) => event.projectId === projectId))
  t.ok(events.some(({ actor }: { actor: { id: string } }) => actor.id === owner.userId))
})

t.test('within its project a token works like one of the organization', async (t) => {
  const owner = await register(app)
  const place = await createOneOfEach(app, owner)
  const { organizationId } = owner
  const limits = { organizationId, projectId: place.projectId }
  const token = await createToken(app, owner, limits)
  for (const endpoint of ofRule('project')) {
    const response = await call(token, endpoint, place)
    t.match(response.statusCode, /^20[014]$/, `${nameOf(endpoint)}: ${response.body}`)
  }
  // The last of the calls has deleted the project.
  isError(t, await token.get('/api/organizations'), 401, 'TOKEN_INVALID')
})
