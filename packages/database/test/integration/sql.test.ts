import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { AppError } from '@vitrine/contracts/errors'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createSql } from '../../src/sql/index.js'

function open(t: Test, { url = backends().databaseUrl, timeoutMs = 15_000 } = {}) {
  const sql = createSql({
    url,
    poolSize: 2,
    statementTimeoutMs: timeoutMs,
    onConnectionError: () => undefined,
  })
  t.teardown(() => sql.close())
  return sql
}

t.test('values are sent as parameters, also if they contain SQL', async (t) => {
  const sql = open(t)
  const text = `'; DROP TABLE assets; -- $1 \${x}`
  const id = randomUUID()
  const bytes = new Uint8Array([0, 255])
  const at = new Date('2026-01-02T03:04:05Z')
  const row = await sql.queryRow`
    SELECT ${text}::text AS text, ${id}::uuid AS id, ${bytes}::bytea AS bytes, ${at}::timestamptz AS at,
      ${[id, id]}::uuid[] AS ids, 1.5::float8 AS number, '{"a":[1]}'::json AS json, null AS nothing`
  t.same(row, {
    text,
    id,
    bytes: Buffer.from(bytes),
    at,
    ids: [id, id],
    number: 1.5,
    json: { a: [1] },
    nothing: null,
  })
})

t.test('a statement returns all of its rows', async (t) => {
  const sql = open(t)
  t.same(await sql.query`SELECT 1 AS n WHERE false`, [])
  t.same(await sql.query`SELECT n FROM generate_series(1, 2) AS n`, [{ n: 1 }, { n: 2 }])
  await t.rejects(sql.queryRow`SELECT 1 AS n WHERE false`, /not one row/)
  await t.rejects(sql.queryRow`SELECT n FROM generate_series(1, 2) AS n`, /not one row/)
})

t.test('an invalid statement is a bug, and reported as such', async (t) => {
  const error = await open(t).query`SELECT nonsense`.catch((e) => e)
  t.notOk(error instanceof AppError)
  t.match(error.message, /nonsense/)
})

const down = { code: 'DATABASE_UNAVAILABLE', retryAfterSeconds: 1 }

t.test('an unreachable database is DATABASE_UNAVAILABLE', async (t) => {
  const sql = open(t, { url: 'postgresql://vitrine@127.0.0.1:1/vitrine' })
  await t.rejects(sql.query`SELECT 1`, down)
  await t.rejects(sql.ping(), down)
})

t.test('a server that accepts connections and stays silent is given up', async (t) => {
  const port = await listening(t, createServer())
  const url = `postgresql://vitrine@127.0.0.1:${port}/vitrine`
  await t.rejects(open(t, { url, timeoutMs: 500 }).ping(), down)
})

t.test('a timeout and a lost connection are DATABASE_UNAVAILABLE, too', async (t) => {
  const sql = open(t, { timeoutMs: 3000 })
  await t.rejects(sql.query`SELECT pg_sleep(30)`, down)
  await t.rejects(sql.query`SELECT pg_terminate_backend(pg_backend_pid())`, down)
  t.same(await sql.query`SELECT 1 AS n`, [{ n: 1 }], 'later statements succeed')
})
