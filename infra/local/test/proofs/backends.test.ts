// Needs a process of its own: it removes the addresses of the backends from the environment.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { startBackends } from '../../src/backends/start.js'
import { processIdentity, writePidFile } from '../../src/process/pid-file.js'
import { accepts, forgetGivenBackends, makeDataDir, start } from '../own-backends.js'

forgetGivenBackends()

/** The answer of Redis to a command. */
async function ask(url: string, command: string): Promise<string> {
  const { hostname, port, password } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

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
    dataDir,
    restartDelayMs: 1,
    onRestart,
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

t.test('an aborted start leaves no process', async (t) => {
  const dataDir = makeDataDir(t)
  const calling = new AbortController()
  const starting = startBackends({
    dataDir,
    signal: calling.signal,
    log: () => calling.abort(),
  })
  await t.rejects(starting)
  t.same(readdirSync(join(dataDir, 'pids')), [])
  t.equal(existsSync(join(dataDir, 'lock')), false)
})
