import t from '@vitrine/testing/t'
import { parse } from '../../src/sql/parser.js'
import { readSql } from '../../src/sql/statements.js'

/** @param text TypeScript in which `#{` stands for `${` in a template. */
const read = (text: string, path = 'services/a/src/repository.ts') =>
  readSql(parse(path, text.replaceAll('#{', '$' + '{')), path, new Set(['job']))
const textsOf = (source: string) => read(source).statements.map(({ text }) => text)
const reasonsOf = (source: string, path?: string) =>
  read(source, path).problems.map(({ reason }) => reason)

const texts: Record<string, { source: string; texts: string[] }> = {
  'values are numbered': {
    source: 'db.$queryRaw<Row[]>`SELECT #{a}::int + #{b.c}`',
    texts: ['SELECT $1::int + $2'],
  },
  'a statement of delivery': { source: 'sql.queryRow<Row>`SELECT 1`', texts: ['SELECT 1'] },
  'a fragment in a constant': {
    source: 'const c = Prisma.sql`a = #{x}`; db.$executeRaw`DELETE FROM t WHERE #{c} AND #{y}`',
    texts: ['DELETE FROM t WHERE a = $1 AND $2'],
  },
  'each variant of a condition': {
    source: 'const f = isA ? Prisma.sql`a` : Prisma.empty; db.$queryRaw`SELECT #{f} FROM t`',
    texts: ['SELECT a FROM t', 'SELECT  FROM t'],
  },
  'each return of a function': {
    source:
      'function f(x) { if (x) return Prisma.sql`a`; return Prisma.sql`b` }; db.$queryRaw`SELECT #{f(1)}`',
    texts: ['SELECT a', 'SELECT b'],
  },
  'each call that passes a parameter': {
    source:
      'const take = (w: Prisma.Sql, n: number) => db.$queryRaw`SELECT #{w} LIMIT #{n}`; take(Prisma.sql`a`, 1); take(Prisma.sql`b`, 2)',
    texts: ['SELECT a LIMIT $1', 'SELECT b LIMIT $1'],
  },
  'each entry of a table': {
    source: 'const c = { a: Prisma.sql`x`, b: Prisma.sql`y` }; db.$queryRaw`ORDER BY #{c[name]}`',
    texts: ['ORDER BY x', 'ORDER BY y'],
  },
  'the nearest of two declarations': {
    source:
      'const c = Prisma.sql`outer`; const f = () => { const c = Prisma.sql`inner`; db.$queryRaw`#{c}` }',
    texts: ['inner'],
  },
}

for (const [name, { source, texts: expected }] of Object.entries(texts)) {
  t.test(`the texts of a statement: ${name}`, async (t) => t.strictSame(textsOf(source), expected))
}

const faults: Record<string, { source: string; path?: string }> = {
  'an unsafe text': { source: 'db.$queryRawUnsafe(text)' },
  'a raw fragment': { source: 'db.$queryRaw`SELECT #{Prisma.raw(text)}`' },
  'a statement passed as a value': { source: 'db.$queryRaw(statement)' },
  'an exported fragment': {
    source: 'export const fragment = Prisma.sql`a`; db.$queryRaw`SELECT #{fragment}`',
  },
  'an exported function that returns a fragment': {
    source: 'export const f = () => Prisma.sql`a`; db.$queryRaw`SELECT #{f()}`',
  },
  'a fragment whose path to the statement cannot be traced': {
    source: 'const list = [Prisma.sql`a`]; db.$queryRaw`SELECT #{list[0]}`',
  },
  'a joined fragment': { source: 'db.$queryRaw`SELECT #{Prisma.join(list)}`' },
  'a statement outside a repository': {
    source: 'db.$queryRaw`SELECT 1`',
    path: 'services/a/src/jobs/worker.ts',
  },
  'a query of a model outside a repository': {
    source: 'tx.job.create({ data })',
    path: 'services/a/src/jobs/worker.ts',
  },
}

for (const [name, { source, path }] of Object.entries(faults)) {
  t.test(`a problem: ${name}`, async (t) => t.equal(reasonsOf(source, path).length, 1))
}

t.test('a model may only be queried in its repository', async (t) => {
  t.strictSame(reasonsOf('db.job.findMany({})', 'services/a/src/queue/repository.ts'), [])
})
