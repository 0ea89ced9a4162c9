import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@vitrine/contracts/errors'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, createProject, register } from '../client.js'
import {
  call,
  createsIfMissing,
  endpoints,
  nameOf,
  otherIds,
  type PathIds,
  parametersOf,
  registeredRoutes,
} from '../endpoints.js'
import { isError } from '../error-answer.js'
import { createOneOfEach } from '../one-of-each.js'

const app = await build(t)
const owner = await register(app)
const stranger = await register(app)
const otherProject = await createProject(owner)
const otherOrganization = (
  await owner.post('/api/organizations', { name: 'Other', slug: freshName('other') })
).json()

const place = await createOneOfEach(app, owner)
const ofTenants = endpoints.filter(({ role }) => role !== undefined)
const missing: Record<keyof PathIds, ErrorCode> = {
  orgId: 'ORGANIZATION_NOT_FOUND',
  projectId: 'PROJECT_NOT_FOUND',
  assetId: 'ASSET_NOT_FOUND',
  widgetId: 'WIDGET_NOT_FOUND',
  keyId: 'API_KEY_NOT_FOUND',
  userId: 'MEMBER_NOT_FOUND',
  invitationId: 'INVITATION_NOT_FOUND',
  folderId: 'FOLDER_NOT_FOUND',
  jobId: 'JOB_NOT_FOUND',
  presetName: 'PRESET_NOT_FOUND',
  signingKeyId: 'SIGNING_KEY_NOT_FOUND',
  sessionId: 'SESSION_NOT_FOUND',
  tokenId: 'TOKEN_NOT_FOUND',
}

t.test('the table of endpoints lists exactly the routes of the app', async (t) => {
  t.same(registeredRoutes(app), endpoints.map(nameOf).sort())
})

t.test('the OpenAPI document describes exactly these operations', async (t) => {
  const { paths } = (await createClient(app).get('/api/openapi.json')).json()
  const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => method !== 'head')
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  t.same(described.sort(), endpoints.map(nameOf).sort())
})

t.test('without a valid token every protected route is 401', async (t) => {
  for (const endpoint of endpoints.filter(({ isOpen }) => isOpen !== true)) {
    const table = [
      [undefined, 'TOKEN_MISSING'],
      ['broken', 'TOKEN_INVALID'],
      [owner.token.slice(0, -1), 'TOKEN_INVALID'],
    ] as const
    for (const [token, code] of table) {
      const response = await call(createClient(app, token), endpoint, place)
      isError(t, response, 401, code, { what: nameOf(endpoint) })
      t.match(response.headers['www-authenticate'], /^Bearer /)
    }
  }
})

t.test('authentication happens before the body is read', async (t) => {
  for (const endpoint of endpoints.filter(({ role, method }) => role && method !== 'GET')) {
    const broken = { ...endpoint, request: () => ({ payload: '{', headers: jsonType }) }
    isError(t, await call(createClient(app), broken, place), 401, 'TOKEN_MISSING')
    isError(t, await call(stranger, broken, place), 403, 'FORBIDDEN')
  }
})
const jsonType = { 'content-type': 'application/json' }

t.test('a user of another organization is 403 everywhere', async (t) => {
  for (const endpoint of ofTenants) {
    isError(t, await call(stranger, endpoint, place), 403, 'FORBIDDEN', { what: nameOf(endpoint) })
  }
})

t.test('HEAD is protected like GET', async (t) => {
  for (const { path } of ofTenants.filter(({ method }) => method === 'GET')) {
    const url = path.replace(/:(\w+)/g, (_, name: keyof PathIds) => place[name] ?? '')
    const statuses = [createClient(app), stranger, owner].map(
      async (client) => (await client.send({ method: 'HEAD', url })).statusCode,
    )
    t.same(await Promise.all(statuses), [401, 403, 200], path)
  }
})

t.test('a malformed id is 400 and named', async (t) => {
  for (const endpoint of ofTenants) {
    for (const parameter of parametersOf(endpoint)) {
      const uuids = ['not-an-id', `${place[parameter]}0`, `{${place[parameter]}}`]
      for (const id of otherIds[parameter]?.malformed ?? uuids) {
        const response = await call(owner, endpoint, { ...place, [parameter]: id })
        const what = `${nameOf(endpoint)} ${parameter}`
        isError(t, response, 400, 'VALIDATION_FAILED', { fields: [parameter], what })
      }
    }
  }
})

t.test('an unknown id is 404', async (t) => {
  for (const endpoint of ofTenants) {
    for (const parameter of parametersOf(endpoint)) {
      if (parameter === 'presetName' && createsIfMissing(endpoint)) continue
      const unknown = otherIds[parameter]?.unknown ?? randomUUID()
      const response = await call(owner, endpoint, { ...place, [parameter]: unknown })
      isError(t, response, 404, missing[parameter], { what: `${nameOf(endpoint)} ${parameter}` })
    }
  }
})

t.test('a resource is 404 through another project or organization', async (t) => {
  const ofResources = ofTenants.filter(
    (endpoint) => parametersOf(endpoint).length > 1 && !createsIfMissing(endpoint),
  )
  t.ok(ofResources.length >= 14)
  for (const endpoint of ofResources) {
    const resource = parametersOf(endpoint)[1] ?? 'assetId'
    const elsewhere = { ...place, projectId: otherProject.id, orgId: otherOrganization.id }
    const response = await call(owner, endpoint, elsewhere)
    isError(t, response, 404, missing[resource], { what: nameOf(endpoint) })
  }
})

t.test('a stranger cannot reach a resource through their own project', async (t) => {
  const own = await createProject(stranger)
  const ofResources = ofTenants.filter(
    (endpoint) => parametersOf(endpoint).length > 1 && !createsIfMissing(endpoint),
  )
  for (const endpoint of ofResources) {
    const elsewhere = { ...place, projectId: own.id, orgId: stranger.organizationId }
    const response = await call(stranger, endpoint, elsewhere)
    t.equal(response.statusCode, 404, nameOf(endpoint))
  }
})

t.test('none of the rejected calls changed anything', async (t) => {
  const url = `/api/projects/${place.projectId}`
  const asset = (await owner.get(`${url}/assets/${place.assetId}`)).json()
  const widget = (await owner.get(`${url}/widgets/${place.widgetId}`)).json()
  t.match(asset, { filename: 'photo.jpg', altText: null })
  t.match(widget, { name: 'Widget', status: 'DRAFT', publishedAt: null })
  for (const list of ['assets', 'widgets', 'folders']) {
    t.equal((await owner.get(`${url}/${list}`)).json().totalElements, 1, list)
  }
  t.equal((await owner.get(`${url}/api-keys`)).json().length, 1)
  const projects = await owner.get(`/api/organizations/${owner.organizationId}/projects`)
  t.equal(projects.json().totalElements, 2)
  const members = await owner.get(`/api/organizations/${owner.organizationId}/members`)
  const roles = members.json().content.map(({ role }: { role: string }) => role)
  t.same(roles, ['VIEWER', 'OWNER'])
  const invitations = await owner.get(`/api/organizations/${owner.organizationId}/invitations`)
  t.equal(invitations.json().totalElements, 1)
})

t.test('ids are case-insensitive', async (t) => {
  const upper = Object.fromEntries(
    Object.entries(place).map(([k, id]) => [k, k in otherIds ? id : id.toUpperCase()]),
  )
  for (const endpoint of ofTenants.filter(({ method }) => method === 'GET')) {
    t.equal((await call(owner, endpoint, upper as PathIds)).statusCode, 200, nameOf(endpoint))
  }
})
