import { freshEmail, freshName, jpeg } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { LightMyRequestResponse } from 'fastify'
import type { Config } from '../../src/config.js'
import { build } from '../build.js'
import {
  createApiKey,
  createClient,
  createProject,
  createWidget,
  invite,
  type Owner,
  register,
  upload,
} from '../client.js'
import { openDatabase } from '../dependencies.js'
import { createScene } from '../scene.js'

const file = await jpeg()
const parts = [{ name: 'file', filename: 'photo.jpg', content: file }]
const newWidget = () => ({ name: 'W', slug: freshName('w'), layout: 'GRID', assetIds: [] })

type Send = (owner: Owner, projectId: string) => Promise<LightMyRequestResponse>
type Case = { budget: string; setting: keyof Config; send: Send; limit?: number; used?: number }

const inOrganization = (path: string, body: () => object): Send => {
  return (owner) => owner.post(`/api/organizations/${owner.organizationId}/${path}`, body())
}
const inProject = (path: string, body: () => object): Send => {
  return (owner, projectId) => owner.post(`/api/projects/${projectId}/${path}`, body())
}
const sendPhoto: Send = (owner, id) => owner.postParts(`/api/projects/${id}/assets`, parts)
const named = (prefix: string) => () => ({ name: freshName(prefix) })
const invited = () => ({ email: freshEmail(), role: 'VIEWER' })

/** Each budget has room for three; two projects and one organization already exist. */
const cases: readonly Case[] = [
  {
    budget: 'projects',
    setting: 'BUDGET_PROJECTS',
    send: inOrganization('projects', named('P')),
    used: 2,
  },
  {
    budget: 'invitations',
    setting: 'BUDGET_INVITATIONS',
    send: inOrganization('invitations', invited),
  },
  { budget: 'apiKeys', setting: 'BUDGET_API_KEYS', send: inProject('api-keys', named('Key')) },
  { budget: 'widgets', setting: 'BUDGET_WIDGETS', send: inProject('widgets', newWidget) },
  { budget: 'assets', setting: 'BUDGET_ASSETS', send: sendPhoto },
  {
    ...{ budget: 'storedBytes', setting: 'BUDGET_STORED_BYTES', send: sendPhoto },
    limit: 3 * file.length + 1,
  },
]

async function usageOf(owner: Owner) {
  const response = await owner.get(`/api/organizations/${owner.organizationId}/usage`)
  return response.json<Record<string, { limit: number; used: number }>>()
}

for (const { budget, setting, send, limit = 3, used = 0 } of cases) {
  t.test(`concurrent calls do not exceed the budget of ${budget}`, async (t) => {
    const app = await build(t, { [setting]: limit })
    const owner = await register(app)
    const projects = [await createProject(owner), await createProject(owner)]
    const ids = Array.from({ length: 6 }, (_, index) => projects[index % 2]?.id ?? '')
    const answers = await Promise.all(ids.map((id) => send(owner, id)))
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    const refused = answers.filter(({ statusCode }) => statusCode === 403)
    t.same([made.length, refused.length], [3 - used, 3 + used])
    const inUse = budget === 'storedBytes' ? 3 * file.length : 3
    for (const answer of refused) {
      const { code, message, details } = answer.json()
      t.equal(code, 'QUOTA_EXCEEDED')
      t.match(message, new RegExp(`may have ${limit} .* at most; ${inUse} are in use`))
      t.match(details, [{ field: budget, message: new RegExp(`${limit}; ${inUse}`) }])
    }
    t.same((await usageOf(owner))[budget], { limit, used: inUse })
  })
}

t.test('a member beyond the budget is rejected, and the invitation stays open', async (t) => {
  const app = await build(t, { BUDGET_MEMBERS: 2 })
  const owner = await register(app)
  const invitations = await Promise.all([1, 2].map(() => invite(owner, owner.organizationId)))
  const accept = (token: string) =>
    createClient(app).post('/api/auth/invitations/accept', {
      ...{ token, name: 'Guest', password: 'correct horse battery' },
    })
  const answers = await Promise.all(invitations.map(({ token }) => accept(token)))
  t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 403])
  t.match(await usageOf(owner), { members: { used: 2 }, invitations: { used: 1 } })
})

t.test(
  'a user may own a limited number of organizations; those of others do not count',
  async (t) => {
    const app = await build(t, { BUDGET_ORGANIZATIONS_PER_USER: 3 })
    const owner = await register(app)
    const found = () => owner.post('/api/organizations', { name: freshName('Org') })
    const answers = await Promise.all([found(), found(), found(), found()])
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [201, 201, 403, 403])
    const refused = answers.find(({ statusCode }) => statusCode === 403)
    t.match(refused?.json().message, /You may own 3 organizations at most; 3 are in use/)
    const database = openDatabase(t)
    await database.$executeRaw`
    INSERT INTO user_budgets (user_id, organizations) VALUES (${owner.userId}::uuid, 4)`
    t.equal((await found()).statusCode, 201)
  },
)

t.test('an organization can have its own limits', async (t) => {
  const app = await build(t, { BUDGET_WIDGETS: 1, BUDGET_API_KEYS: 1 })
  const owner = await register(app)
  const project = await createProject(owner)
  await createWidget(owner, project.id)
  await createApiKey(owner, project.id)
  await openDatabase(t).$executeRaw`
    INSERT INTO organization_budgets (organization_id, widgets)
    VALUES (${owner.organizationId}::uuid, 2)`
  await createWidget(owner, project.id)
  const copy = () => owner.post(`/api/projects/${project.id}/widgets`, newWidget())
  t.equal((await copy()).json().code, 'QUOTA_EXCEEDED')
  const keys = await inProject('api-keys', named('Key'))(owner, project.id)
  t.equal(keys.json().code, 'QUOTA_EXCEEDED', 'the default applies to budgets without an own limit')
  const stranger = await register(app)
  t.equal((await usageOf(stranger)).widgets?.limit, 1)
})

t.test('deleting a resource frees its budget', async (t) => {
  const { owner, project } = await createScene(t)
  const others = await createProject(owner)
  const asset = await upload(owner, project.id, { content: file })
  await upload(owner, project.id, { content: file })
  await upload(owner, others.id, { content: file })
  const widget = await createWidget(owner, project.id)
  await createWidget(owner, others.id)
  const copied = await owner.post(`/api/projects/${project.id}/widgets/${widget.id}/duplicate`)
  t.equal(copied.statusCode, 201)
  const used = async () => {
    const { assets, storedBytes, widgets, projects } = await usageOf(owner)
    return [assets?.used, storedBytes?.used, widgets?.used, projects?.used]
  }
  t.same(await used(), [3, 3 * file.length, 3, 2])
  await owner.delete(`/api/projects/${project.id}/assets/${asset.id}`)
  await owner.delete(`/api/projects/${project.id}/widgets/${widget.id}`)
  t.same(await used(), [2, 2 * file.length, 2, 2])
  await owner.delete(`/api/projects/${project.id}`)
  t.same(await used(), [1, file.length, 1, 1])
})

t.test('an expired invitation does not count as open', async (t: Test) => {
  const app = await build(t, { BUDGET_INVITATIONS: 1 })
  const owner = await register(app)
  const { id } = await invite(owner, owner.organizationId)
  const past = new Date(0)
  await openDatabase(t).invitation.update({ where: { id }, data: { expiresAt: past } })
  await invite(owner, owner.organizationId)
  t.match(await usageOf(owner), { invitations: { limit: 1, used: 1 } })
})
