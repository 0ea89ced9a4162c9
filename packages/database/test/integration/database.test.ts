import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { AppError, UniqueViolation } from '@vitrine/contracts/errors'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createDatabase } from '../../src/index.js'

function open(t: Test, { url = backends().databaseUrl, timeoutMs = 15_000 } = {}) {
  const database = createDatabase({
    url,
    poolSize: 4,
    statementTimeoutMs: timeoutMs,
    onConnectionError: () => undefined,
  })
  t.teardown(() => database.close())
  return database
}

type Db = ReturnType<typeof open>

const organization = (db: Db) =>
  db.organization.create({ data: { name: 'Tenant', slug: `tenant-${randomUUID()}` } })

async function project(db: Db) {
  const { id: organizationId } = await organization(db)
  return db.project.create({ data: { organizationId, name: 'P', slug: 'p' } })
}

const asset = (db: Db, projectId: string, folderId: string | null = null) =>
  db.asset.create({
    data: {
      projectId,
      folderId,
      filename: 'a.png',
      contentType: 'image/png',
      sizeBytes: 1,
      width: 1,
      height: 1,
      sha256: new Uint8Array(32),
    },
  })

const widget = (db: Db, projectId: string, slug = 'w') =>
  db.widget.create({ data: { projectId, name: 'W', slug, layout: 'GRID' } })

t.test('a taken slug is a UniqueViolation with the name of the index', async (t) => {
  const db = open(t)
  const { slug } = await organization(db)
  const error = await db.organization.create({ data: { name: 'x', slug } }).catch((e) => e)
  t.type(error, UniqueViolation)
  t.equal(error.index, 'organizations_slug_key')
})

t.test('a failed transaction leaves nothing behind', async (t) => {
  const db = open(t)
  const slug = `tenant-${randomUUID()}`
  await t.rejects(
    db.transaction(async (tx) => {
      await tx.organization.create({ data: { name: 'x', slug } })
      throw new Error('no')
    }),
    { message: 'no' },
  )
  t.equal(await db.organization.findUnique({ where: { slug } }), null)
})

t.test('a unique violation inside a transaction is translated, too', async (t) => {
  const db = open(t)
  const { slug } = await organization(db)
  await t.rejects(
    db.transaction((tx) => tx.organization.create({ data: { name: 'x', slug } })),
    UniqueViolation,
  )
})

t.test('a reference to a deleted row is rejected, by model and by SQL', async (t) => {
  const db = open(t)
  const { id: projectId } = await project(db)
  const parentId = randomUUID()
  const gone = { code: 'REFERENCE_GONE' }
  await t.rejects(db.folder.create({ data: { projectId, name: 'f', parentId } }), gone)
  await t.rejects(
    db.transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO folders (project_id, parent_id, name, updated_at)
        VALUES (${projectId}::uuid, ${parentId}::uuid, 'f', now())`,
    ),
    gone,
  )
})

t.test('of two deadlocked transactions one continues, and the other can be retried', async (t) => {
  const db = open(t)
  const [a, b] = [await organization(db), await organization(db)]
  const arrivals: (() => void)[] = []
  /** Resolves when both transactions have reached this point. */
  const bothHere = () =>
    new Promise<void>((resolve) => {
      arrivals.push(resolve)
      if (arrivals.length === 2) for (const arrive of arrivals) arrive()
    })
  const lockBoth = (first: string, second: string) =>
    db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM organizations WHERE slug = ${first} FOR UPDATE`
      await bothHere()
      await tx.$queryRaw`SELECT 1 FROM organizations WHERE slug = ${second} FOR UPDATE`
    })
  const outcomes = await Promise.allSettled([lockBoth(a.slug, b.slug), lockBoth(b.slug, a.slug)])
  t.same(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const reason = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  t.match(reason, [{ code: 'DATABASE_UNAVAILABLE', retryAfterSeconds: 1 }])
})

t.test('a row of one project cannot refer to another project', async (t) => {
  const db = open(t)
  const [mine, theirs] = [await project(db), await project(db)]
  const foreign = {
    folder: await db.folder.create({ data: { projectId: theirs.id, name: 'f' } }),
    asset: await asset(db, theirs.id),
    widget: await widget(db, theirs.id),
  }
  const myWidget = await widget(db, mine.id)
  const myAsset = await asset(db, mine.id)
  const place = { projectId: mine.id, position: 0 }

  await t.rejects(asset(db, mine.id, foreign.folder.id), 'asset in a foreign folder')
  await t.rejects(
    db.folder.create({ data: { projectId: mine.id, name: 'g', parentId: foreign.folder.id } }),
    'folder in a foreign folder',
  )
  await t.rejects(
    db.widgetAsset.create({ data: { ...place, widgetId: myWidget.id, assetId: foreign.asset.id } }),
    'foreign asset in a widget',
  )
  await t.rejects(
    db.widgetAsset.create({ data: { ...place, widgetId: foreign.widget.id, assetId: myAsset.id } }),
    'asset in a foreign widget',
  )
  await t.resolves(
    db.widgetAsset.create({ data: { ...place, widgetId: myWidget.id, assetId: myAsset.id } }),
  )
})

t.test('folders with the same parent, or at the root, have different names', async (t) => {
  const db = open(t)
  const { id: projectId } = await project(db)
  const root = await db.folder.create({ data: { projectId, name: 'a' } })
  await t.rejects(db.folder.create({ data: { projectId, name: 'a' } }), UniqueViolation)
  const nested = { projectId, name: 'a', parentId: root.id }
  await db.folder.create({ data: nested })
  await t.rejects(db.folder.create({ data: nested }), UniqueViolation)
})

t.test(
  'deleting an asset removes it from every widget; deleting a project deletes all',
  async (t) => {
    const db = open(t)
    const { id: projectId } = await project(db)
    const folder = await db.folder.create({ data: { projectId, name: 'f' } })
    const [first, second] = [await asset(db, projectId, folder.id), await asset(db, projectId)]
    const { id: widgetId } = await widget(db, projectId)
    const place = (assetId: string, position: number) => ({
      projectId,
      widgetId,
      assetId,
      position,
    })
    await db.widgetAsset.createMany({
      data: [place(first.id, 0), place(second.id, 1), place(first.id, 2)],
    })
    await db.asset.delete({ where: { id: first.id } })
    t.same(
      (await db.widgetAsset.findMany({ where: { widgetId } })).map((row) => row.assetId),
      [second.id],
    )
    await db.project.delete({ where: { id: projectId } })
    t.equal(await db.folder.count({ where: { projectId } }), 0)
    t.equal(await db.asset.count({ where: { projectId } }), 0)
  },
)

t.test('JSON keys keep their order and spelling', async (t) => {
  const db = open(t)
  const { id: projectId } = await project(db)
  const config = { z_last: 1, Aa: { show_dots: true, b: [1.5, null] }, a: 'x' }
  const { id } = await db.widget.create({
    data: { projectId, name: 'W', slug: 'json', layout: 'GRID', config },
  })
  const row = await db.widget.findUniqueOrThrow({ where: { id } })
  t.equal(JSON.stringify(row.config), JSON.stringify(config))
})

t.test('a database that refuses connections or stays silent is DATABASE_UNAVAILABLE', async (t) => {
  const port = await listening(t, createServer())
  for (const address of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
    const db = open(t, { url: `postgresql://x:y@${address}/z`, timeoutMs: 500 })
    const outcomes = [
      () => db.organization.count(),
      () => db.ping(),
      () => db.transaction((tx) => tx.organization.count()),
    ]
    for (const outcome of outcomes) {
      const error = await outcome().then(
        () => null,
        (e) => e,
      )
      t.type(error, AppError)
      t.equal(error.code, 'DATABASE_UNAVAILABLE', address)
    }
  }
})

t.test('a statement that exceeds the timeout is DATABASE_UNAVAILABLE', async (t) => {
  const db = open(t, { timeoutMs: 1500 })
  await t.rejects(db.$queryRaw`SELECT pg_sleep(30)::text`, { code: 'DATABASE_UNAVAILABLE' })
})
