import t from '@vitrine/testing/t'
import { createWidget, type Owner, upload } from '../client.js'
import { createScene } from '../scene.js'

type Event = { id: string; resourceIds: string[]; changes: Record<string, unknown> }

const eventsOf = async (owner: Owner, query = ''): Promise<Event[]> =>
  (await owner.get(`/api/organizations/${owner.organizationId}/audit-events${query}`)).json()
    .content

t.test('a change of many assets is one event, which is found by each of the assets', async (t) => {
  const { owner, projectId } = await createScene(t)
  const assets = `/api/projects/${projectId}/assets`
  const own = Array.from({ length: 40 }, (_, i) => `a label of some length, number ${i}`)
  const ids: string[] = []
  for (let i = 0; i < 12; i++) ids.push((await upload(owner, projectId)).id)
  for (const id of ids) await owner.put(`${assets}/${id}`, { tags: own })
  await owner.put(`${assets}/${ids[0]}`, { tags: [...own, 'new'] })
  const [before] = await eventsOf(owner)

  const bulk = async (body: object) => {
    const { statusCode } = await owner.post(`${assets}/bulk`, body)
    t.equal(statusCode, 200)
    return JSON.stringify(body).length
  }
  let sent = await bulk({ action: 'tag', assetIds: ids, tags: ['new', 'newer'] })
  sent += await bulk({ action: 'untag', assetIds: ids, tags: ['new', own[3]] })
  const events = await eventsOf(owner, '?size=100')
  const since = events
    .slice(
      0,
      events.findIndex(({ id }) => id === before?.id),
    )
    .reverse()
  // The first two have the same timestamp.
  const assetsOf = (tags: object) =>
    since.find(({ changes }) => JSON.stringify(changes) === JSON.stringify({ tags }))?.resourceIds
  t.equal(since.length, 3)
  t.same(assetsOf({ added: ['newer'] }), [ids[0]])
  t.same(assetsOf({ added: ['new', 'newer'] }), ids.slice(1))
  t.same(assetsOf({ removed: [own[3], 'new'] }), ids)
  const stored = since.reduce((sum, { changes, resourceIds }) => {
    return sum + JSON.stringify(changes).length + JSON.stringify(resourceIds).length
  }, 0)
  t.ok(stored <= 2 * sent, `${stored} stored of ${sent} sent`)
  const ofOne = await eventsOf(owner, `?resourceId=${ids[7]}&size=2`)
  t.ok(ofOne.every(({ resourceIds }) => resourceIds.includes(ids[7] ?? '')))
  t.same(ofOne[0]?.id, since[2]?.id)
})

t.test('a copy of a widget adds little to the log', async (t) => {
  const { owner, project } = await createScene(t)
  const config = { ariaLabel: 'x'.repeat(200), labels: {} }
  const widget = await createWidget(owner, project.id, { config })
  const path = `/api/projects/${project.id}/widgets/${widget.id}/duplicate`
  const copy = (await owner.post(path)).json()
  t.same((await eventsOf(owner))[0]?.changes, {
    copyOf: { from: null, to: widget.id },
    name: { from: null, to: copy.name },
    slug: { from: null, to: copy.slug },
    layout: { from: null, to: copy.layout },
  })
})
