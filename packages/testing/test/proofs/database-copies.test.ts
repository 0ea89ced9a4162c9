import { spawnSync } from 'node:child_process'
import t from '@vitrine/testing/t'
import { copyDatabase, query } from '../../src/database-copies.js'
import { backends, until } from '../../src/index.js'

t.test('a copy is dropped although Postgres gave up waiting for a session to end', async (t) => {
  const { databaseUrl } = backends()
  const copy = await copyDatabase(databaseUrl)
  const name = new URL(copy.url).pathname.slice(1)
  const pidsOf = async (condition: string) => {
    const found = await query<{ pid: number }>(
      databaseUrl,
      `SELECT pid FROM pg_stat_activity WHERE ${condition}`,
    )
    return found.map(({ pid }) => pid)
  }
  const session = query(copy.url, 'SELECT pg_sleep(3600)').catch(() => undefined) // Postgres ends it.
  const pid = await until(async () => (await pidsOf(`datname = '${name}'`))[0] ?? false)
  // Every later drop would wait for a stopped session.
  t.teardown(() => spawnSync('kill', ['-CONT', `${pid}`]))
  process.kill(pid, 'SIGSTOP')
  const dropped = copy.drop()
  const drops = () => pidsOf(`query LIKE 'DROP DATABASE ${name} %'`)
  await until(async () => (await drops()).length > 0)
  await until(async () => (await drops()).length === 0)
  process.kill(pid, 'SIGCONT')
  await Promise.all([dropped, session])
  const found = await query(databaseUrl, `SELECT FROM pg_database WHERE datname = '${name}'`)
  t.equal(found.length, 0)
})
