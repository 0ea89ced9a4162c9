import { randomUUID } from 'node:crypto'
import { databaseUrlOf } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import {
  createScopedDatabase,
  numberChanges,
  type Queryable,
  type Scoped,
} from '../../src/index.js'
import { createRows, seen } from '../rls/rows.js'
import { closedTables, openScoped, tenantTables, twoTenants } from '../rls/tenants.js'

const { url, owner, mine, other, scoped } = await twoTenants(t)
const rowsOf = createRows(owner)

/** A second project of the same organization, with an asset. */
const second = { projectId: randomUUID(), assetId: randomUUID() }
await owner.query(
  "INSERT INTO projects (id, organization_id, name, slug, updated_at) VALUES ($1, $2, 'S', 's', now())",
  [second.projectId, mine.organizationId],
)
await owner.query(
  `INSERT INTO assets (id, project_id, filename, content_type, size_bytes, width, height, sha256, tags,
    updated_at) VALUES ($1, $2, 'second.png', 'image/png', 1, 1, 1, '', '{t}', now())`,
  [second.assetId, second.projectId],
)

const { userId, organizationId, tokenId } = mine
const actor = { userId, tokenScope: null }
const within = (projectId: string) => scoped.forProject({ ...actor, projectId })
const ofProjects = Object.entries(tenantTables).flatMap(([table, [, which]]) =>
  which.startsWith('project_id IN') && !closedTables.includes(table) ? [table] : [],
)
const listed = async (db: Queryable): Promise<string[]> => {
  const rows = await db.$queryRaw<{ id: string }[]>`SELECT id FROM project_assets ORDER BY id`
  return rows.map(({ id }) => id)
}

/** The ids of the named projects for which counts are visible, in order. */
const counted = async (db: Queryable): Promise<string[]> => {
  const ids = [mine.projectId, second.projectId, other.projectId]
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT project_id AS id FROM vitrine_project_counts(${ids}::uuid[]) ORDER BY 1`
  return rows.map(({ id }) => id)
}

t.test('only rows of the named project are visible', async (t) => {
  t.ok(ofProjects.includes('assets') && ofProjects.length > 10)
  t.same(await seen(within(mine.projectId), 'assets'), [mine.assetId])
  t.same(await seen(within(second.projectId), 'assets'), [second.assetId])
  t.same(await seen(within(second.projectId), 'widgets'), [])
  t.same(
    await seen(scoped.forActor(actor), 'assets'),
    [mine.assetId, second.assetId].sort(),
    'without a named project both are',
  )
  t.same(await listed(within(mine.projectId)), [mine.assetId])
  t.same(await listed(within(second.projectId)), [second.assetId])
  t.same(await counted(within(second.projectId)), [second.projectId])
  t.same(await counted(scoped.forActor(actor)), [mine.projectId, second.projectId].sort())
})

t.test('a project of others shows no row, nor does one that does not exist', async (t) => {
  for (const projectId of [other.projectId, randomUUID()]) {
    for (const table of ofProjects) t.same(await seen(within(projectId), table), [], table)
    t.same(await listed(within(projectId)), [])
    t.same(await counted(within(projectId)), [])
  }
  for (const table of ofProjects) t.not((await rowsOf(other, table)).length, 0, `${table} has rows`)
})

t.test('it never extends the limits of a personal token', async (t) => {
  const token = (limits: { organizationId: string; projectId: string | null }, named: string) =>
    scoped.forProject({ userId, tokenScope: { tokenId, ...limits }, projectId: named })
  const toSecond = { organizationId, projectId: second.projectId }
  t.same(await listed(token(toSecond, second.projectId)), [second.assetId])
  t.same(await listed(token(toSecond, mine.projectId)), [])
  const ofToken = scoped.forActor({ userId, tokenScope: { tokenId, ...toSecond } })
  t.same(await counted(ofToken), [second.projectId])
  t.same(await seen(token(toSecond, mine.projectId), 'assets'), [])
  const toOther = { organizationId: other.organizationId, projectId: null }
  t.same(await listed(token(toOther, mine.projectId)), [])
  t.same(await listed(token(toOther, other.projectId)), [])
  const nobody = { userId: '', tokenScope: null, projectId: mine.projectId }
  t.same(await listed(scoped.forProject(nobody)), [], 'without a user')
  t.same(await counted(scoped.forActor({ userId: '', tokenScope: null })), [], 'without a user')
})

t.test('other tables show no more than without a named project', async (t) => {
  const db = within(other.projectId)
  for (const table of Object.keys(tenantTables).filter((name) => !ofProjects.includes(name))) {
    t.same(await seen(db, table), await seen(scoped.forActor(actor), table), table)
  }
})

t.test(
  'the view fails without a named project, cannot be written, and is for requests',
  async (t) => {
    await t.rejects(listed(scoped.forActor(actor)), /names no project/)
    await t.rejects(
      within(mine.projectId).$executeRaw`UPDATE project_assets SET filename = 'x'`,
      /permission denied/,
    )
    for (const db of [scoped.forJobs(), scoped.forAccounts()]) {
      await t.rejects(listed(db), /permission denied/)
      await t.rejects(counted(db), /permission denied/)
    }
  },
)

t.test('writes change no row of another project', async (t) => {
  const rename = (db: Scoped) => db.$executeRaw`UPDATE assets SET filename = 'renamed.png'`
  t.equal(await rename(within(other.projectId)), 0)
  t.equal(await rename(within(second.projectId)), 1)
  const added = (projectId: string) => within(mine.projectId).$executeRaw`
    INSERT INTO folders (project_id, name, updated_at) VALUES (${projectId}::uuid, 'new', now())`
  for (const projectId of [second.projectId, other.projectId]) {
    await t.rejects(added(projectId), { code: 'REFERENCE_GONE' })
  }
  t.equal(await added(mine.projectId), 1)
})

t.test('the name ends with its transaction', async (t) => {
  const one = openScoped(t, url)
  await one.forProject({ ...actor, projectId: second.projectId }).transaction(numberChanges)
  t.same(
    await seen(one.forActor(actor), 'assets'),
    [mine.assetId, second.assetId].sort(),
    'on any connection',
  )
})

t.test('closing waits for transactions that have begun', async (t) => {
  const one = createScopedDatabase({
    url: databaseUrlOf('management-api', url),
    poolSize: 1,
    statementTimeoutMs: 15_000,
    onConnectionError: () => undefined,
  })
  let close = Promise.resolve()
  const counted = await one.forActor(actor).transaction(async (tx) => {
    await tx.project.count()
    close = one.close()
    await new Promise((resolve) => setImmediate(resolve))
    return tx.project.count()
  })
  t.equal(counted, 2)
  await close
  await t.rejects(one.ping())
})
