// Needs a process of its own: it removes the addresses of the backends from the environment.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from '@vitrine/testing/t'
import { deleteData } from '../../src/backends/delete-data.js'
import { checkGivenStore } from '../../src/backends/s3/given-store.js'
import { type Backends, startBackends } from '../../src/backends/start.js'
import { processIdentity } from '../../src/process/identity.js'
import { writePidFile } from '../../src/process/pid-file.js'

// Tests servers of its own, even if the suite was given external backends.
for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT']) delete process.env[name]

/** A temporary data folder. As root, its parent is not accessible to Postgres’ account. */
function makeDataDir(t: Test): string {
  const parent = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const dataDir = join(parent, 'data')
  t.teardown(async () => {
    if (existsSync(dataDir)) await deleteData(dataDir, () => undefined)
    rmSync(parent, { recursive: true })
  })
  return dataDir
}

async function start(t: Test, dataDir: string, lines: string[] = []): Promise<Backends> {
  const backends = await startBackends({ dataDir, log: (line) => lines.push(line) })
  t.teardown(() => backends.stop())
  return backends
}

function pidsOf({ processes }: Backends): number[] {
  return Object.values(processes).map(({ pid }) => pid as number)
}

function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
}

/** The answer of Redis to a command. */
async function ask(url: string, command: string): Promise<string> {
  const { hostname, port, password } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

t.test('every backend answers at its address and is gone after stop', async (t) => {
  const backends = await start(t, makeDataDir(t))
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT } = backends.env
  for (const url of [DATABASE_URL, REDIS_URL, S3_ENDPOINT]) t.equal(await accepts(url), true)
  const pids = pidsOf(backends)
  for (const pid of pids) t.not(processIdentity(pid), null)
  await backends.stop()
  for (const pid of pids) t.equal(processIdentity(pid), null)
})

t.test('a restart keeps data and addresses', async (t) => {
  const dataDir = makeDataDir(t)
  const first = await start(t, dataDir)
  await first.stop()
  const second = await start(t, dataDir)
  t.same(second.env, first.env)
  t.not(second.processes.postgres.pid, first.processes.postgres.pid)
})

t.test('a durable Redis keeps what it confirmed, others do not', async (t) => {
  for (const isRedisDurable of [true, false]) {
    const dataDir = makeDataDir(t)
    const first = await startBackends({ dataDir, log: () => undefined, isRedisDurable })
    t.teardown(() => first.stop())
    t.match(await ask(first.env.REDIS_URL, 'SET name kept'), /OK/)
    await first.stop()
    const second = await startBackends({ dataDir, log: () => undefined, isRedisDurable })
    t.teardown(() => second.stop())
    t.equal(/kept/.test(await ask(second.env.REDIS_URL, 'GET name')), isRedisDurable)
  }
})

t.test('a given environment replaces the process’s own', async (t) => {
  process.env.REDIS_URL = 'redis://127.0.0.1:1'
  t.teardown(() => delete process.env.REDIS_URL)
  const { PATH } = process.env
  const backends = await startBackends({
    dataDir: makeDataDir(t),
    log: () => undefined,
    env: { PATH },
  })
  t.teardown(() => backends.stop())
  t.not(backends.env.REDIS_URL, process.env.REDIS_URL)
  t.equal(await accepts(backends.env.REDIS_URL), true)
})

t.test('a folder has at most one running instance', async (t) => {
  const dataDir = makeDataDir(t)
  await start(t, dataDir)
  await t.rejects(startBackends({ dataDir, log: () => undefined }), {
    message: /already in use by process \d+; stop that one first/,
  })
})

t.test('servers left behind by a killed run are stopped', async (t) => {
  const dataDir = makeDataDir(t)
  const orphan = spawn('sleep', ['600'], { stdio: 'ignore' })
  t.teardown(() => orphan.kill('SIGKILL'))
  writePidFile(join(dataDir, 'pids/redis.pid'), orphan.pid as number)
  const lines: string[] = []
  await start(t, dataDir, lines)
  t.match(lines[0], `stopping process ${orphan.pid}, left behind`)
  t.equal(processIdentity(orphan.pid as number), null)
})

t.test('a backend that dies is reported and, if requested, restarted', async (t) => {
  const dataDir = makeDataDir(t)
  const lines: string[] = []
  let onRestart: () => void = () => undefined
  const restarted = new Promise<void>((resolve) => {
    onRestart = resolve
  })
  const backends = await startBackends({
    ...{ dataDir, restartDelayMs: 1, onRestart },
    log: (line) => lines.push(line),
  })
  t.teardown(() => backends.stop())
  const killed = backends.processes.redis.pid as number
  process.kill(killed, 'SIGKILL')
  await restarted
  t.not(backends.processes.redis.pid, killed)
  t.equal(await accepts(backends.env.REDIS_URL), true)
  t.match(lines.join('\n'), /redis ended unexpectedly \(SIGKILL\); restart in 1 s/)
})

t.test(
  'a data folder of another Postgres version is rejected and everything is stopped',
  async (t) => {
    const dataDir = makeDataDir(t)
    const first = await start(t, dataDir)
    await first.stop()
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

t.test('an aborted start leaves no process', async (t) => {
  const dataDir = makeDataDir(t)
  const calling = new AbortController()
  const starting = startBackends({
    ...{ dataDir, signal: calling.signal },
    log: () => calling.abort(),
  })
  await t.rejects(starting)
  t.same(readdirSync(join(dataDir, 'pids')), [])
  t.equal(existsSync(join(dataDir, 'lock')), false)
})

t.test('an unusable external store is rejected in one sentence with its error code', async (t) => {
  const { env, processes } = await start(t, makeDataDir(t))
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

t.test('given addresses are used unchanged', async (t) => {
  const given = {
    DATABASE_URL: 'postgresql://user@db.example/vitrine',
    REDIS_URL: 'redis://cache.example',
    ...{ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' },
  }
  t.teardown(() => {
    for (const name of Object.keys(given)) delete process.env[name]
  })
  Object.assign(process.env, given)
  const { env, processes } = await start(t, makeDataDir(t))
  t.match(env, { ...given, S3_BUCKET: 'vitrine', S3_REGION: 'us-east-1' })
  t.match(processes, { postgres: { pid: null }, redis: { pid: null }, s3: { pid: null } })
})
