import { ChangeFeed } from '@vitrine/database'
import { jpeg, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import {
  createApiKey,
  createClient,
  createPreset,
  createProject,
  createSigningKey,
  createWidget,
  register,
  upload,
} from '../client.js'
import { openDatabase } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'
import { startVendor } from '../vendor.js'

const everything = { everything: true }

/** A cache that takes purges, and a service on a database of its own that purges it. */
async function start(t: Test) {
  const url = await ownDatabase(t)
  const vendor = await startVendor(t)
  const cdn = { CDN_PURGE: 'http', CDN_PURGE_URL: vendor.url, CDN_PURGE_TOKEN: 'secret' } as const
  const run = (zone?: string) =>
    build(t, { ...cdn, DATABASE_URL: url, ...(zone !== undefined && { CDN_PURGE_ZONE: zone }) })
  const purges = () => vendor.heard.splice(0).map(({ body }) => body)
  /** The purges of the service that has started: it purges what others have left. */
  const firstPurges = async () => {
    await until(() => vendor.heard.length > 0)
    return purges()
  }
  return { url, vendor, run, purges, firstPurges }
}

t.test('a change purges the answers that it affects, and says how long that took', async (t) => {
  const { run, purges, firstPurges } = await start(t)
  const app = await run()
  const owner = await register(app)
  const { id: projectId } = await createProject(owner)
  const project = `/api/projects/${projectId}`
  const [one, two] = [await upload(owner, projectId), await upload(owner, projectId)]
  t.same((await firstPurges())[0], everything, 'nobody knows what the cache had kept before')
  const widget = await createWidget(owner, projectId, { assetIds: [one.id] })
  const preset = await createPreset(owner, projectId)
  const signingKey = await createSigningKey(owner, projectId)
  const apiKey = await createApiKey(owner, projectId)
  purges()

  const file = { name: 'file', filename: 'new.jpg', content: await jpeg({ width: 9, height: 9 }) }
  const ofProject = [{ tags: [`project-${projectId}`] }]
  const cases: [string, () => ReturnType<typeof owner.get>, object[]][] = [
    ['publishing', () => owner.put(`${project}/widgets/${widget.id}/publish`), []],
    ['unpublishing', () => owner.put(`${project}/widgets/${widget.id}/unpublish`), []],
    [
      'another file',
      () => owner.putParts(`${project}/assets/${one.id}/file`, [file]),
      [{ tags: [`asset-${one.id}`] }],
    ],
    [
      'deleting an asset',
      () => owner.delete(`${project}/assets/${two.id}`),
      [{ tags: [`asset-${two.id}`] }],
    ],
    ['private originals', () => owner.put(project, { originals: 'signed' }), ofProject],
    ['the public width', () => owner.put(project, { maxPublicWidth: 1024 }), ofProject],
    ['transformations', () => owner.put(project, { transformations: 'listed' }), ofProject],
    ['another name', () => owner.put(project, { name: 'Other' }), []],
    ['a preset', () => owner.put(`${project}/presets/${preset.name}`, { w: 9 }), ofProject],
    ['deleting a preset', () => owner.delete(`${project}/presets/${preset.name}`), ofProject],
    [
      'revoking a signing key',
      () => owner.delete(`${project}/signing-keys/${signingKey.id}`),
      ofProject,
    ],
    ['revoking an API key', () => owner.delete(`${project}/api-keys/${apiKey.id}`), []],
    ['deleting the project', () => owner.delete(project), ofProject],
  ]
  for (const [what, call, expected] of cases) {
    const response = await call()
    t.ok(response.statusCode < 300, `${what}: ${response.statusCode} ${response.body}`)
    const named = purges() as { tags: string[] }[]
    for (const { tags } of expected as { tags: string[] }[]) {
      t.same([...new Set(named.flatMap((one) => one.tags))], tags, what)
    }
    if (expected.length === 0) t.same(named, [], what)
    else t.match(response.headers['server-timing'], /, cdn;dur=[\d.]+;desc="purged"$/, what)
  }
})

t.test('many changes at once are a bounded number of calls', async (t) => {
  const { url, vendor, run, purges, firstPurges } = await start(t)
  const app = await run()
  const owner = await register(app)
  const { id: projectId } = await createProject(owner)
  const asset = await upload(owner, projectId)
  await firstPurges()
  const database = openDatabase(t, url)
  const {
    id: _id,
    metadata: _metadata,
    ...columns
  } = await database.asset.findUniqueOrThrow({
    where: { id: asset.id },
  })
  const copies = Array.from({ length: 499 }, () => columns)
  await database.asset.createMany({ data: copies })
  await until(async () => vendor.heard.some(({ body }) => JSON.stringify(body).length > 10_000))
  purges()
  const ids = (await database.asset.findMany({ where: { projectId } })).map(({ id }) => id)
  t.equal(ids.length, 500)
  const response = await owner.post(`/api/projects/${projectId}/assets/bulk`, {
    action: 'delete',
    assetIds: ids,
  })
  t.equal(response.statusCode, 200, response.body)
  const calls = purges() as { tags: string[] }[]
  t.ok(calls.length <= 10, `${calls.length} calls`)
  t.same(new Set(calls.flatMap((call) => call.tags)), new Set(ids.map((id) => `asset-${id}`)))
})

t.test('a process goes on exactly where another one was killed', async (t) => {
  const { url, vendor, run, purges, firstPurges } = await start(t)
  const first = await run()
  const owner = await register(first)
  const { id: projectId } = await createProject(owner)
  const kept = await upload(owner, projectId)
  const left = await upload(owner, projectId)
  await firstPurges()
  await owner.put(`/api/projects/${projectId}/assets/${kept.id}`, { altText: 'purged' })
  await first.close()
  purges()
  // Its transaction was committed, and nothing after it has happened.
  const database = openDatabase(t, url)
  await database.asset.update({ where: { id: left.id }, data: { altText: 'not purged' } })

  const [second, third] = await Promise.all([run(), run()])
  const found = await firstPurges()
  t.same(found[0], { tags: [`asset-${left.id}`] })
  for (const body of found) t.same(body, found[0], 'by both of them at most')
  for (const app of [second, third]) await app.close()
  purges()

  await t.test('another cache may have kept anything', async (t) => {
    const app = await run('another')
    t.same((await firstPurges())[0], everything)
    await app.close()
  })

  await t.test('and so may one whose changes the log has lost', async (t) => {
    await database.asset.update({ where: { id: left.id }, data: { altText: 'pruned' } })
    await database.asset.update({ where: { id: kept.id }, data: { altText: 'kept' } })
    await database.$executeRaw`DELETE FROM change_log WHERE seq < (SELECT seq FROM change_head)`
    const app = await run()
    t.same((await firstPurges())[0], everything)
    await app.close()
  })

  await t.test('a refused purge keeps the change pending, and is repeated', async (t) => {
    const app = await run()
    const again = createClient(app, owner.token)
    vendor.answer({ status: 500 })
    const asset = `/api/projects/${projectId}/assets/${kept.id}`
    const pending = again.delete(asset)
    await until(() => vendor.heard.length > 1)
    vendor.answer({})
    t.equal((await pending).statusCode, 204)
    t.same(vendor.heard.at(-1)?.body, { tags: [`asset-${kept.id}`] })
  })
})

t.test('the position is that of one log and one cache, and never moves back', async (t) => {
  const url = await ownDatabase(t)
  const feed = await feedOf(t, url)
  const { logId } = await feed.head()
  t.same(await feed.purgedTo('one'), { logId, seq: null })
  await feed.notePurged('one', logId, 7)
  await feed.notePurged('one', logId, 5)
  t.same(await feed.purgedTo('one'), { logId, seq: 7 })
  t.same(await feed.purgedTo('two'), { logId, seq: null })
  await feed.notePurged('one', 'an older log', 900)
  t.same(await feed.purgedTo('one'), { logId, seq: null })
  await feed.notePurged('one', logId, 8)
  t.same(await feed.purgedTo('one'), { logId, seq: 8 })
})

async function feedOf(t: Test, url: string): Promise<ChangeFeed> {
  const feed = new ChangeFeed({ url, timeoutMs: 10_000, onError: () => undefined })
  t.teardown(() => feed.close())
  return feed
}
