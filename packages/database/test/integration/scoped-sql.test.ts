import t from '@vitrine/testing/t'
import { Prisma } from '../../src/index.js'
import { openScoped, twoTenants } from '../rls/tenants.js'

const { url, mine, other, scoped } = await twoTenants(t)

const projects = Prisma.sql`SELECT id FROM projects ORDER BY id`

t.test('a query sees the rows of its user', async (t) => {
  const { sql } = scoped.forActor({ userId: mine.userId, tokenScope: null })
  t.same(await sql.$queryRaw(projects), [{ id: mine.projectId }])
  const found = await sql.$queryRaw`SELECT id FROM projects WHERE id = ${other.projectId}::uuid`
  t.same(found, [])
})

t.test('concurrent queries are isolated from each other', async (t) => {
  const users = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? mine : other))
  const found = await Promise.all(
    users.map(({ userId }) =>
      scoped.forActor({ userId, tokenScope: null }).sql.$queryRaw<{ id: string }[]>(projects),
    ),
  )
  t.same(
    found,
    users.map(({ projectId }) => [{ id: projectId }]),
  )
})

t.test('the scope ends with the query, whether or not it failed', async (t) => {
  const one = openScoped(t, url)
  const { sql } = one.forActor({ userId: mine.userId, tokenScope: null })
  await sql.$queryRaw(projects)
  await t.rejects(sql.$queryRaw`SELECT 1 / 0`, /division by zero/)
  const nobody = one.forActor({ userId: '', tokenScope: null })
  t.same(await nobody.sql.$queryRaw(projects), [])
})

t.test('a connection lost in use fails the query and is replaced', async (t) => {
  const { sql } = scoped.forActor({ userId: mine.userId, tokenScope: null })
  await t.rejects(sql.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`, {
    code: 'DATABASE_UNAVAILABLE',
  })
  t.same(await sql.$queryRaw(projects), [{ id: mine.projectId }])
})

t.test('a service refuses to run as a role that bypasses policies', async (t) => {
  const { sql } = openScoped(t, url, url).forActor({ userId: mine.userId, tokenScope: null })
  await t.rejects(sql.$queryRaw(projects), { code: 'DATABASE_MISCONFIGURED' })
})
