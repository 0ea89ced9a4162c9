// Needs a process of its own: its replicas renew their leases in time.
import { randomUUID } from 'node:crypto'
import { AppError } from '@vitrine/contracts/errors'
import { ChangeFeed, type NumberedChanges } from '@vitrine/database'
import { createClient as createVitrine, personalToken } from '@vitrine/sdk'
import { freshName, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { LightMyRequestResponse } from 'fastify'
import type { Author } from '../../src/changes/author.js'
import { createChanges } from '../../src/changes/changes.js'
import { build } from '../build.js'
import {
  type Client,
  createApiKey,
  createClient,
  createProject,
  createWidget,
  register,
} from '../client.js'
import { openDatabase, openScopedDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { ownDatabase } from '../own-database.js'

const url = await ownDatabase(t)
const app = await build(t, { DATABASE_URL: url })
const database = openDatabase(t, url)
const owner = await register(app)

t.test(
  'a change is acknowledged after propagation, and so is a call that finds nothing left to change',
  async (t) => {
    const { id: projectId } = await createProject(owner)
    const calls: string[] = []
    const acknowledged = { acknowledged: 1, replicas: 1, waitedMs: 0, purgedMs: null }
    const settles: NumberedChanges[] = []
    const changes = createChanges({
      database: openScopedDatabase(t, url),
      writer: {
        settle: async ({ changes, ...written }) => {
          calls.push('settle')
          settles.push({ ...written, changes: [...changes] })
          return acknowledged
        },
        settled: async () => {
          calls.push('settled')
          return acknowledged
        },
      },
    })
    const { organizationId, userId } = owner
    const call = { requestId: 'r', clientRequestId: null, claim: null }
    const elsewhere: Author = {
      ...{ userId, organizationId, tokenScope: null, rights: null },
      ...call,
    }
    const inProject: Author = { ...elsewhere, projectId }
    const add = (slug: string, author: Author) =>
      changes.write(author, (tx) =>
        tx.widget.create({ data: { projectId, name: 'W', slug, layout: 'GRID' } }),
      )
    const refuse = (author: Author, code: 'WIDGET_NOT_FOUND' | 'VALIDATION_FAILED') =>
      changes.write(author, async () => {
        throw new AppError(code, 'no')
      })

    const { id } = await add('a', elsewhere)
    const [first] = settles
    t.same(calls.splice(0), ['settle'], 'a change')
    t.equal(first?.changes.length, 1)
    t.equal(first?.head, first?.changes[0]?.seq)
    t.ok(first?.changes[0]?.tags.includes(`widget:${id}`))

    await changes.write(inProject, async () => undefined)
    t.same(calls.splice(0), ['settle'], 'nothing to change in a project')
    t.same(settles[1]?.changes, [])
    t.ok((settles[1]?.head ?? 0) >= (first?.head ?? 0))

    await changes.write(elsewhere, async () => undefined)
    t.same(calls.splice(0), [], 'nothing that the public sees')
    await t.rejects(refuse(inProject, 'WIDGET_NOT_FOUND'), { code: 'WIDGET_NOT_FOUND' })
    t.same(calls.splice(0), ['settled'], 'gone')
    await t.rejects(add('a', inProject), { name: 'UniqueViolation' })
    t.same(calls.splice(0), ['settled'], 'taken')
    await t.rejects(refuse(inProject, 'VALIDATION_FAILED'), { code: 'VALIDATION_FAILED' })
    t.same(calls.splice(0), [], 'a validation error')
  },
)

type Call = () => Promise<LightMyRequestResponse>

/**
 * Registers a replica that applies no changes but keeps renewing, so it cannot be fenced. Makes the calls
 * concurrently, each once the previous one has done its work. Then the replica leaves.
 *
 * @returns the answers, and the order in which they and the replica's departure happened.
 */
async function withUnaware(t: Test, calls: readonly Call[], isDone: () => Promise<boolean>) {
  const { feed, renew, leave } = await unawareReplica(t)
  const order: string[] = []
  const answers: Promise<LightMyRequestResponse>[] = []
  for (const call of calls) {
    answers.push(
      call().then((response) => {
        order.push('answer')
        return response
      }),
    )
    await until(async () => {
      await renew()
      return isDone()
    })
  }
  for (let i = 0; i < 30; i += 1) await renew()
  order.push('left')
  await leave()
  const responses = await Promise.all(answers)
  await feed.close()
  return { statuses: responses.map(({ statusCode }) => statusCode), order }
}

async function unawareReplica(t: Test) {
  const feed = new ChangeFeed({
    url,
    timeoutMs: 10_000,
    onError: () => undefined,
  })
  t.teardown(() => feed.close())
  const id = randomUUID()
  await feed.register(id, 0)
  return { feed, renew: () => feed.renew(id, 0, 0, 0), leave: () => feed.leave(id) }
}

t.test(
  'the answer waits for every replica, whether or not this call made the change',
  async (t) => {
    const elsewhere = createClient(await build(t, { DATABASE_URL: url }), owner.token)
    const { id } = await createProject(owner)
    const doomed = await createProject(owner)
    await createApiKey(owner, doomed.id)
    const { id: widgetId } = await createWidget(owner, id)
    const { id: keyId } = await createApiKey(owner, id)
    const widget = `/api/projects/${id}/widgets/${widgetId}`
    const key = `/api/projects/${id}/api-keys/${keyId}`
    const create = {
      method: 'POST' as const,
      url: `/api/projects/${id}/api-keys`,
      payload: { name: 'once' },
      headers: { 'idempotency-key': freshName('key') },
    }
    const status = async () =>
      (await database.widget.findUniqueOrThrow({ where: { id: widgetId } })).status
    const table: [
      what: string,
      call: (client: Client) => Promise<LightMyRequestResponse>,
      isDone: () => Promise<boolean>,
      statuses: [first: number, again: number],
    ][] = [
      [
        'publish',
        (client) => client.put(`${widget}/publish`),
        async () => (await status()) === 'PUBLISHED',
        [200, 200],
      ],
      [
        'unpublish',
        (client) => client.put(`${widget}/unpublish`),
        async () => (await status()) === 'DRAFT',
        [200, 200],
      ],
      [
        'revoke a key',
        (client) => client.delete(key),
        async () => (await database.apiKey.count({ where: { id: keyId } })) === 0,
        [204, 404],
      ],
      [
        'create a key',
        (client) => client.send(create),
        async () => (await database.apiKey.count({ where: { projectId: id } })) === 1,
        [201, 201],
      ],
      [
        'delete a project',
        (client) => client.delete(`/api/projects/${doomed.id}`),
        async () => (await database.project.count({ where: { id: doomed.id } })) === 0,
        [204, 404],
      ],
    ]
    for (const [what, call, isDone, wanted] of table) {
      const calls = [() => call(owner), () => call(elsewhere)]
      const { statuses, order } = await withUnaware(t, calls, isDone)
      t.same(statuses, wanted, what)
      t.same(order, ['left', 'answer', 'answer'], what)
    }
  },
)

t.test('a call that only reads does not wait', async (t) => {
  const { id } = await createProject(owner)
  const { leave } = await unawareReplica(t)
  t.equal((await owner.get(`/api/projects/${id}/widgets`)).statusCode, 200)
  t.equal((await owner.get(`/api/projects/${randomUUID()}`)).statusCode, 404)
  await leave()
})

t.test(
  'a change that may not have reached every replica is answered with 503 PROPAGATION_PENDING',
  async (t) => {
    const { id } = await createProject(owner)
    const { id: widgetId } = await createWidget(owner, id)
    const publish = {
      method: 'PUT' as const,
      url: `/api/projects/${id}/widgets/${widgetId}/publish`,
      headers: { 'idempotency-key': freshName('key'), 'if-match': '"1"' },
    }
    const { renew, leave } = await unawareReplica(t)
    let isAnswered = false
    const publishing = owner.send(publish)
    const creating = owner.post(`/api/projects/${id}/api-keys`, { name: 'k' }).finally(() => {
      isAnswered = true
    })
    await until(async () => {
      await renew()
      return isAnswered
    })
    const response = await creating
    isError(t, response, 503, 'PROPAGATION_PENDING')
    t.equal(response.headers['retry-after'], '1')
    t.equal((await owner.get(`/api/projects/${id}/api-keys`)).json().length, 1, 'the key exists')

    const pending = await publishing
    isError(t, pending, 503, 'PROPAGATION_PENDING')
    t.equal(pending.headers.etag, '"2"', 'the revision that is committed')
    t.equal(pending.json().revision, 2)
    const again = owner.send(publish)
    await renew()
    await leave()
    t.match((await again).json(), { revision: 2, status: 'PUBLISHED' }, 'it goes on waiting')
  },
)

t.test('the SDK repeats such a call until every replica sees the change', async (t) => {
  const { id: projectId } = await createProject(owner)
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const { renew, leave } = await unawareReplica(t)
  let pending = 0
  const sendCounted = async (request: Request) => {
    const response = await fetch(request)
    if (response.status === 503) pending += 1
    return response
  }
  const vitrine = createVitrine({
    baseUrl,
    session: personalToken(owner.token),
    retry: { attempts: 1, wait: async () => undefined },
    fetch: sendCounted,
  })
  const params = { path: { projectId } }
  const creating = vitrine.POST('/api/projects/{projectId}/api-keys', {
    params,
    body: { name: 'k' },
  })
  await until(async () => {
    await renew()
    return pending >= 2
  })
  await leave()
  t.equal((await creating).response.status, 201)
  const { data } = await vitrine.GET('/api/projects/{projectId}/api-keys', { params })
  t.equal(data?.length, 1)
})
