import { assetObjects, mezzanineObject, originalObject } from '@vitrine/contracts'
import { jpeg, noisePng, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { readMetrics } from '../read-metrics.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

/** A tenant with one asset of each kind: one that is cached, and one that is streamed from the store. */
async function withAssets(t: Test) {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const add = project.addPicture
  const small = await add(await jpeg())
  const large = await add(await noisePng({ width: 800, height: 600 }))
  const lose = async ({ projectId, assetId }: typeof small) =>
    tenant.store.removePrefix(assetObjects(projectId, assetId))
  return { ...tenant, project, add, small, large, lose }
}

/** The errors that an app logs. */
function errorLog() {
  const lines: string[] = []
  return { lines, stream: { write: (line: string) => void lines.push(line) } }
}

t.test(
  'an asset whose original is missing from the bucket is a 502 for every request',
  async (t) => {
    const { small, large, lose } = await withAssets(t)
    const app = await build(t, {})
    for (const asset of [small, large]) {
      await lose(asset)
      for (const query of ['', 'w=10', 'format=auto']) {
        const range = { range: 'bytes=0-3' }
        isError(t, await deliver(app, asset, query), 502, 'ASSET_LOST')
        isError(t, await deliver(app, asset, query, range), 502, 'ASSET_LOST')
        isError(t, await deliver(app, asset, query, {}, 'HEAD'), 502, '')
      }
    }
    t.equal((await readMetrics(app))('assets_lost_total'), 18)
  },
)

t.test('a lost asset is logged once, not per request', async (t) => {
  const { small, large, lose } = await withAssets(t)
  const log = errorLog()
  const app = await build(t, { LOG_LEVEL: 'error' }, { logStream: log.stream })
  for (const asset of [small, large]) {
    await lose(asset)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => deliver(app, asset, `w=${10 + i}`)),
    )
    for (const answer of answers) isError(t, answer, 502, 'ASSET_LOST')
  }
  // A busy machine may add lines about late checks.
  const lines = log.lines.map((line) => JSON.parse(line)).filter(({ check }) => !check)
  t.same(
    lines.map(({ assetId, msg }) => assetId ?? msg),
    [small.assetId, large.assetId],
  )
})

t.test('cached renditions of a lost original are served', async (t) => {
  const { store, add, small } = await withAssets(t)
  const big = await add(await jpeg({ width: 3000, height: 2000 }))
  const [maker, other] = [await build(t, {}), await build(t, {})]
  t.equal((await deliver(maker, small, 'w=20')).statusCode, 200)
  await until(async () => {
    const rendition = `${assetObjects(small.projectId, small.assetId)}renditions/`
    return (await store.list(rendition)).length === 1
  })
  for (const { projectId, assetId } of [small, big]) {
    await store.remove([originalObject(projectId, assetId)])
  }
  t.equal((await deliver(other, small, 'w=20')).statusCode, 200, 'a cached rendition')
  t.equal((await deliver(other, big, 'w=640')).statusCode, 200, 'one rendered from a mezzanine')
  isError(t, await deliver(other, big, 'w=2000'), 502, 'ASSET_LOST')
  await store.remove([mezzanineObject(big.projectId, big.assetId, '1024')])
  isError(t, await deliver(maker, big, 'w=641'), 502, 'ASSET_LOST')
})

t.test('an asset that comes back is served', async (t) => {
  const { database, project, small, lose } = await withAssets(t)
  const app = await build(t, {})
  await lose(small)
  isError(t, await deliver(app, small), 502, 'ASSET_LOST')
  await database.asset.delete({ where: { id: small.assetId } })
  await project.addAsset(await jpeg(), { id: small.assetId })
  t.equal((await deliver(app, small)).statusCode, 200)
})

t.test('an asset that is being deleted is 404, even before the change notification', async (t) => {
  const { database, small, large, lose } = await withAssets(t)
  const log = errorLog()
  const app = await build(t, { LOG_LEVEL: 'error' }, { logStream: log.stream })
  for (const asset of [small, large]) {
    t.equal((await deliver(app, asset, '', { 'if-none-match': '*' })).statusCode, 304)
    // Like a delete: the row first, then the objects. The replica learns of it afterwards.
    await database.asset.delete({ where: { id: asset.assetId } })
    await lose(asset)
    for (const query of ['', 'w=10']) {
      isError(t, await deliver(app, asset, query), 404, 'ASSET_NOT_FOUND')
    }
    isError(t, await deliver(app, asset, '', {}, 'HEAD'), 404, '')
  }
  t.same(log.lines, [])
})

t.test('without its bucket the store is misconfigured, and no asset is lost', async (t) => {
  const { small, large } = await withAssets(t)
  const log = errorLog()
  const settings = { S3_BUCKET: 'there-is-none', LOG_LEVEL: 'error' } as const
  const app = await build(t, settings, { logStream: log.stream })
  for (const asset of [small, large]) {
    for (const query of ['', 'w=10']) {
      isError(t, await deliver(app, asset, query), 503, 'STORE_MISCONFIGURED')
    }
  }
  t.equal((await readMetrics(app))('assets_lost_total'), 0)
  t.match(
    log.lines.map((line) => JSON.parse(line)),
    [{ code: 'NoSuchBucket' }],
    'the log names the bucket alone, once',
  )
})
