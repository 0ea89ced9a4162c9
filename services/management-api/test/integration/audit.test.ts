import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createWidget, type Owner, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { createScene } from '../scene.js'

type Event = {
  action: string
  resourceType: string
  resourceId: string
  projectId: string | null
  actor: { id: string } | null
  requestId: string
  clientRequestId: string | null
  changes: Record<string, unknown>
}

const eventsOf = async (owner: Owner, query = ''): Promise<Event[]> =>
  (await owner.get(`/api/organizations/${owner.organizationId}/audit-events${query}`)).json()
    .content

t.test(
  'every change records the actor, the action, the resource and the changed fields',
  async (t) => {
    const { owner, project, url: path } = await createScene(t)
    const asset = await upload(owner, project.id)
    const widget = await createWidget(owner, project.id, { slug: 'audited', assetIds: [asset.id] })
    const key = (await owner.post(`${path}/api-keys`, { name: 'web' })).json()
    await owner.put(`/api/organizations/${owner.organizationId}`, { name: 'Renamed' })
    await owner.put(`${path}/assets/${asset.id}`, { altText: 'The sea' })
    await owner.put(`${path}/widgets/${widget.id}`, { config: { gap: 4 } })
    await owner.put(`${path}/widgets/${widget.id}/publish`)
    await owner.put(`${path}/widgets/${widget.id}/unpublish`)
    await owner.delete(`${path}/widgets/${widget.id}`)
    await owner.delete(`${path}/assets/${asset.id}`)
    await owner.delete(`${path}/api-keys/${key.id}`)

    const events = (await eventsOf(owner)).reverse()
    t.same(
      events.map(({ action, resourceId }) => [action, resourceId]),
      [
        ['organization.create', owner.organizationId],
        ['project.create', project.id],
        ['asset.create', asset.id],
        ['widget.create', widget.id],
        ['api-key.create', key.id],
        ['organization.update', owner.organizationId],
        ['asset.update', asset.id],
        ['widget.update', widget.id],
        ['widget.publish', widget.id],
        ['widget.unpublish', widget.id],
        ['widget.delete', widget.id],
        ['asset.delete', asset.id],
        ['api-key.revoke', key.id],
      ],
    )
    for (const { actor, resourceType, action } of events) {
      t.equal(actor?.id, owner.userId, action)
      t.equal(resourceType, action.split('.')[0])
    }
    const changesOf = (action: string) => events.find((event) => event.action === action)?.changes
    t.same(changesOf('asset.update'), { altText: { from: null, to: 'The sea' } })
    t.same(changesOf('widget.publish'), { status: { from: 'DRAFT', to: 'PUBLISHED' } })
    t.match(changesOf('widget.delete'), { slug: { from: 'audited', to: null } })
    t.match(changesOf('api-key.create'), { keyPrefix: { from: null, to: key.keyPrefix } })
    t.notMatch(JSON.stringify(events), key.key)
  },
)

t.test('a call that changes nothing, or fails, records no event', async (t) => {
  const { owner, project } = await createScene(t)
  const widget = await createWidget(owner, project.id)
  const path = `/api/projects/${project.id}/widgets/${widget.id}`
  const before = await eventsOf(owner)
  await owner.put(path, widget)
  await owner.put(`${path}/unpublish`)
  await owner.put(path, { slug: 'Not A Slug' })
  await owner.put(path, { assetIds: [widget.id] })
  t.same(await eventsOf(owner), before)
})

t.test('an event has a server-generated request id, and the id sent by the client', async (t) => {
  const app = await build(t)
  const owner = await register(app)
  const url = `/api/organizations/${owner.organizationId}`
  const headers = { 'x-request-id': 'order-7' }
  for (const name of ['New', 'Newer']) {
    const response = await owner.send({ method: 'PUT', url, payload: { name }, headers })
    t.equal(response.headers['x-request-id'], 'order-7')
  }
  const [newer, older] = await eventsOf(owner)
  t.match([newer, older], [{ clientRequestId: 'order-7' }, { clientRequestId: 'order-7' }])
  t.match(newer?.requestId, /^[\w-]{12}\.[\da-z]+$/)
  t.not(newer?.requestId, older?.requestId)

  const response = await owner.put(url, { name: 'Newest' })
  const requestId = response.headers['x-request-id']
  t.match((await eventsOf(owner))[0], { requestId, clientRequestId: null })
})

t.test('log lines carry both request ids of the event', async (t) => {
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const owner = await register(await build(t, { LOG_LEVEL: 'info' }, logStream))
  const url = `/api/organizations/${owner.organizationId}`
  const headers = { 'x-request-id': 'order-8' }
  await owner.send({ method: 'PUT', url, payload: { name: 'New' }, headers })
  const [event] = await eventsOf(owner)
  const ours = lines
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => reqId === event?.requestId)
  t.match(ours, [{ clientRequestId: 'order-8', req: { path: url } }])
})

t.test('the log can be paginated and filtered', async (t) => {
  const { owner, project } = await createScene(t)
  const widget = await createWidget(owner, project.id)
  const count = async (query: string) => (await eventsOf(owner, query)).length
  t.equal(await count(''), 3)
  t.equal(await count('?size=2'), 2)
  t.equal(await count('?size=2&page=1'), 1)
  t.equal(await count('?action=widget.create'), 1)
  t.equal(await count('?resourceType=project'), 1)
  t.equal(await count(`?resourceId=${widget.id.toUpperCase()}`), 1)
  t.equal(await count(`?actorId=${owner.userId}`), 3)
  t.equal(await count(`?actorId=${widget.id}`), 0)
  t.equal(await count('?from=2999-01-01T00:00:00'), 0)
  t.equal(await count('?to=2999-01-01T00:00:00Z'), 3)
  const url = `/api/organizations/${owner.organizationId}/audit-events`
  t.equal((await owner.get(`${url}?from=yesterday`)).statusCode, 400)
})

t.test('the log has a filter for all that one call changed', async (t) => {
  const { app, owner, project } = await createScene(t)
  const assets = [await upload(owner, project.id), await upload(owner, project.id)]
  const response = await owner.post(`/api/projects/${project.id}/assets/bulk`, {
    action: 'delete',
    assetIds: assets.map(({ id }) => id),
  })
  t.equal(response.statusCode, 200)
  const requestId = String(response.headers['x-request-id'])
  const events = await eventsOf(owner, `?requestId=${encodeURIComponent(requestId)}`)
  t.same(
    events.map((event) => [event.action, event.resourceId]).sort(),
    assets.map(({ id }) => ['asset.delete', id]).sort(),
  )
  for (const event of events) t.equal(event.requestId, requestId)
  t.same(await eventsOf(owner, '?requestId=none'), [])
  const stranger = await register(app)
  t.same(await eventsOf(stranger, `?requestId=${encodeURIComponent(requestId)}`), [])
  const url = `/api/organizations/${owner.organizationId}/audit-events`
  t.equal((await owner.get(`${url}?requestId=`)).statusCode, 400)
})

t.test('a successful upload leaves no job to discard it', async (t) => {
  const database = openDatabase(t)
  const { owner, projectId } = await createScene(t)
  const asset = await upload(owner, projectId)
  const jobs = await database.job.findMany({ where: { kind: 'discard-upload' } })
  const mine = jobs.filter(({ payload }) => JSON.stringify(payload).includes(projectId))
  t.same(mine, [], 'the row exists, so the job is gone')
  t.ok(asset.id)
})
