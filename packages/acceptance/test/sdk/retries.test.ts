import { createClient, orThrow, pages } from '@vitrine/sdk'
import t from 'tap'
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
