// Needs a process of its own: it removes the addresses of the backends from the environment.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { checkGivenStore } from '../../src/backends/s3/given-store.js'
import { type Backends, startBackends } from '../../src/backends/start.js'
import { processIdentity } from '../../src/process/pid-file.js'
import { accepts, forgetGivenBackends, makeDataDir, pidsOf, start } from '../own-backends.js'

forgetGivenBackends()

/** One after the other: they use the same servers. */
const dataDir = makeDataDir(t)
const first = await start(t, dataDir)

t.test('every backend answers at its address', async (t) => {
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT } = first.env
  for (const url of [DATABASE_URL, REDIS_URL, S3_ENDPOINT]) t.equal(await accepts(url), true)
  for (const pid of pidsOf(first)) t.not(processIdentity(pid), null)
})

t.test('a folder has at most one running instance', async (t) => {
  await t.rejects(startBackends({ dataDir, log: () => undefined }), {
    message: /already in use by process \d+; stop that one first/,
  })
})

t.test('an unusable external store is rejected in one sentence with its error code', async (t) => {
  const { env, processes } = first
  const given = { ...processes, s3: { ...processes.s3, pid: null } }
  const check = (changes: Partial<Backends['env']>) =>
    checkGivenStore({ env: { ...env, ...changes }, processes: given })
  await check({})
  await t.rejects(check({ S3_BUCKET: 'missing' }), {
    message:
      /^the store at http.* cannot be used with the bucket missing: misconfigured: NoSuchBucket\. .*S3_BUCKET/,
  })
  await t.rejects(check({ S3_ACCESS_KEY: 'unknown' }), {
    message: /: misconfigured: InvalidAccessKeyId\. .*S3_ACCESS_KEY/,
  })
})

t.test('a stop ends them, and a restart keeps data and addresses', async (t) => {
  await first.stop()
  for (const pid of pidsOf(first)) t.equal(processIdentity(pid), null)
  const second = await start(t, dataDir)
  t.same(second.env, first.env)
  t.not(second.processes.postgres.pid, first.processes.postgres.pid)
  await second.stop()
})

t.test(
  'a data folder of another Postgres version is rejected and everything is stopped',
  async (t) => {
    const note = join(dataDir, 'postgres-home')
    const home = existsSync(note) ? readFileSync(note, 'utf8') : join(dataDir, 'postgres')
    writeFileSync(join(home, 'cluster/PG_VERSION'), '9\n')
    await t.rejects(startBackends({ dataDir, log: () => undefined }), {
      message: /made by Postgres 9, but the server found is Postgres \d+; .*--reset/,
    })
    t.same(readdirSync(join(dataDir, 'pids')), [])
    rmSync(join(home, 'cluster/global/pg_control'))
    await t.rejects(startBackends({ dataDir, log: () => undefined }), {
      message: /is not a complete Postgres data folder; .*--reset/,
    })
  },
)

t.test('given addresses are used unchanged', async (t) => {
  const given = {
    DATABASE_URL: 'postgresql://user@db.example/vitrine',
    REDIS_URL: 'redis://cache.example',
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'b',
  }
  t.teardown(() => {
    for (const name of Object.keys(given)) delete process.env[name]
  })
  Object.assign(process.env, given)
  const { env, processes } = await start(t, makeDataDir(t))
  t.match(env, { ...given, S3_BUCKET: 'vitrine', S3_REGION: 'us-east-1' })
  t.match(processes, { postgres: { pid: null }, redis: { pid: null }, s3: { pid: null } })
})
