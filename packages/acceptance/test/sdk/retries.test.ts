import { createClient, orThrow, pages } from '@vitrine/sdk'
import { freshEmail, freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { firstAnswers, startProxy } from './proxy.js'

const services = await startServices(t)
const atOnce = { attempts: 100, patienceMs: Number.POSITIVE_INFINITY, wait: async () => undefined }

t.test('a POST that is sent a hundred times has one effect', async (t) => {
  const cuts = firstAnswers(99, /^POST .*\/folders$/)
  const proxy = await startProxy(t, services, { cuts })
  const { vitrine, projectId } = await newAccount(proxy.url, { retry: atOnce })
  const params = { path: { projectId } }
  const folder = await orThrow(
    vitrine.POST('/api/projects/{projectId}/folders', { params, body: { name: 'Summer' } }),
  )
  t.equal(proxy.calls.filter((call) => /^POST .*\/folders$/.test(call)).length, 100)
  const list = await orThrow(vitrine.GET('/api/projects/{projectId}/folders', { params }))
  t.equal(list.totalElements, 1)
  t.equal(list.content[0]?.id, folder.id)
})

t.test('the acceptance of an invitation whose answers are lost takes effect', async (t) => {
  const cuts = firstAnswers(3, /accept$/)
  const proxy = await startProxy(t, services, { cuts })
  const { vitrine, organizationId } = await newAccount(proxy.url)
  const params = { path: { orgId: organizationId } }
  const { token } = await orThrow(
    vitrine.POST('/api/organizations/{orgId}/invitations', {
      params,
      body: { email: freshEmail(), role: 'EDITOR' },
    }),
  )
  const invited = createClient({ baseUrl: proxy.url, retry: atOnce })
  const body = { token, name: 'Bo', password: 'a long password' }
  const session = await orThrow(invited.POST('/api/auth/invitations/accept', { body }))
  t.equal(session.organizationId, organizationId)
  t.equal(proxy.calls.filter((call) => /accept$/.test(call)).length, 4)
  const members = await orThrow(vitrine.GET('/api/organizations/{orgId}/members', { params }))
  t.equal(members.totalElements, 2)
})

t.test(
  '200 edits with If-Match whose answers are lost do not fail against themselves',
  async (t) => {
    let puts = 0
    // The first answer to each edit, and the second one to every other edit.
    const lost = [true, true, false, true, false]
    const cuts = (call: string) => /^PUT .*widgets/.test(call) && lost[puts++ % 5] === true
    const proxy = await startProxy(t, services, { cuts })
    const { vitrine, projectId } = await newAccount(proxy.url, { retry: atOnce })
    const body = { name: 'W', slug: freshName('w'), layout: 'GRID' as const, assetIds: [] }
    const created = await orThrow(
      vitrine.POST('/api/projects/{projectId}/widgets', { params: { path: { projectId } }, body }),
    )
    const path = { projectId, widgetId: created.id }
    let { revision } = created
    for (let edit = 1; edit <= 200; edit += 1) {
      const widget = await orThrow(
        vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
          params: { path, header: { 'If-Match': `"${revision}"` } },
          body: { name: `Edit ${edit}` },
        }),
      )
      t.equal(widget.revision, revision + 1)
      revision = widget.revision
    }
    t.equal(puts, 500)
  },
)

t.test('a POST without a key is sent once', async (t) => {
  const proxy = await startProxy(t, services, { cuts: firstAnswers(1, /login$/) })
  const { registration } = await newAccount(services.management.url)
  const vitrine = createClient({ baseUrl: proxy.url, retry: atOnce })
  const { email, password } = registration
  await t.rejects(vitrine.POST('/api/auth/login', { body: { email, password } }))
  t.same(proxy.calls, ['POST /api/auth/login'])
})

t.test('calls that read and replace are repeated', async (t) => {
  const proxy = await startProxy(t, services, { cuts: firstAnswers(3, /^(?:GET|PUT) .*me$/) })
  const { vitrine } = await newAccount(proxy.url, { retry: atOnce })
  await orThrow(vitrine.PUT('/api/auth/me', { body: { name: 'Ann B' } }))
  t.equal((await orThrow(vitrine.GET('/api/auth/me'))).name, 'Ann B')
})

t.test('pages of a list are fetched as the loop asks for them', async (t) => {
  const proxy = await startProxy(t, services)
  const { vitrine, projectId } = await newAccount(proxy.url)
  const params = { path: { projectId } }
  const names = Array.from({ length: 25 }, (_, index) => `Folder ${String(index).padStart(2, '0')}`)
  for (const name of names) {
    await orThrow(vitrine.POST('/api/projects/{projectId}/folders', { params, body: { name } }))
  }
  const path = '/api/projects/{projectId}/folders'
  const query = { size: 10 }
  const found: string[] = []
  for await (const { name } of pages(vitrine, path, { params: { ...params, query } })) {
    found.push(name)
  }
  t.same(found.sort(), names)
  const reads = () => proxy.calls.filter((call) => call.startsWith('GET')).length
  t.equal(reads(), 3)
  for await (const _ of pages(vitrine, path, { params: { ...params, query } })) break
  t.equal(reads(), 4)
})
