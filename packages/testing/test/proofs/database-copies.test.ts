import { spawnSync } from 'node:child_process'
import t from '@vitrine/testing/t'
import pg from 'pg'
import { copyDatabase } from '../../src/database-copies.js'
import { backends, until } from '../../src/index.js'

t.test('a copy is dropped although Postgres gave up waiting for a session to end', async (t) => {
  const { databaseUrl } = backends()
  const copy = await copyDatabase(databaseUrl)
  const session = new pg.Client(copy.url)
  const observer = new pg.Client(databaseUrl)
  session.on('error', () => undefined) // Postgres ends it.
  await Promise.all([session.connect(), observer.connect()])
  t.teardown(() => Promise.all([observer.end(), session.end()]))
  const name = new URL(copy.url).pathname.slice(1)
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = rows[0]?.pid ?? 0
  const drops = () =>
    observer.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE query LIKE 'DROP DATABASE ${name} %'`,
    )
  // Every later drop would wait for a stopped session.
  t.teardown(() => spawnSync('kill', ['-CONT', `${pid}`]))
  process.kill(pid, 'SIGSTOP')
  const dropped = copy.drop()
  await until(async () => (await drops()).rows.length > 0)
  await until(async () => (await drops()).rows.length === 0)
  process.kill(pid, 'SIGCONT')
  await dropped
  const found = await observer.query(`SELECT FROM pg_database WHERE datname = '${name}'`)
  t.equal(found.rowCount, 0)
})
