import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '@vitrine/database'
import { backends } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { findSql } from '../../src/sql/statements.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const schema = await readFile(`${root}/prisma/schema.prisma`, 'utf8')
const models = [...schema.matchAll(/^model (\w)(\w*)/gm)].map(
  ([, first = '', rest = '']) => `${first.toLowerCase()}${rest}`,
)
const { statements, problems } = await findSql(root, new Set(models))

t.test('no service sends SQL that cannot be checked', async (t) => {
  t.strictSame(problems, [])
})

t.test('the statements of both services are found', async (t) => {
  for (const service of ['delivery', 'management-api']) {
    t.ok(
      statements.some(({ at }) => at.startsWith(`services/${service}/`)),
      service,
    )
  }
})

t.test('Postgres prepares every statement against the migrated schema', async (t) => {
  const database = createDatabase({
    url: backends().databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 15_000,
    onConnectionError: (error) => t.fail(error.message),
  })
  t.teardown(() => database.close())
  for (const [i, { at, text }] of statements.entries()) {
    await t.resolves(database.$executeRawUnsafe(`PREPARE statement_${i} AS ${text}`), at)
  }
})
