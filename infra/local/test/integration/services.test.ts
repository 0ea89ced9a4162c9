import { createServer } from 'node:net'
import { join } from 'node:path'
import { listening } from '@vitrine/testing/listening'
import t from '@vitrine/testing/t'
import { findFreePort } from '../../src/ports.js'
import { processIdentity } from '../../src/process/pid-file.js'
import { startProgram } from '../../src/process/program.js'
import { serviceProgram, startService, untilServing } from '../../src/services.js'

const fixture = (name: string) => join(import.meta.dirname, `../../test/fixtures/${name}.mjs`)

t.test('a service is healthy once started and gone once stopped', async (t) => {
  const lines: string[] = []
  const service = await startService({
    name: 'delivery',
    entry: fixture('service'),
    env: { PUBLIC_URL: 'https://shop.example' },
    log: (line) => lines.push(line),
    logFile: `${t.testdir()}/delivery.log`,
  })
  const answer = await (await fetch(`${service.url}/x`)).json()
  t.same(answer, { pid: service.pid, url: '/x', publicUrl: 'https://shop.example' })
  t.match(lines, [`delivery runs at ${service.url}, pid ${service.pid}`])

  t.same(await service.stop(), { code: 0, signal: null })
  t.same(await service.exited, { code: 0, signal: null })
  t.equal(service.output(), 'drained\n')
  t.equal(processIdentity(service.pid), null)
})

t.test('a service can be killed to simulate a crash', async (t) => {
  const service = await startService({
    name: 'management-api',
    entry: fixture('service'),
    env: {},
    log: () => undefined,
    logFile: `${t.testdir()}/management-api.log`,
  })
  t.same(await service.stop('SIGKILL'), { code: null, signal: 'SIGKILL' })
})

t.test('a service starts on another port if a process has taken the first one', async (t) => {
  const taken = await listening(t, createServer())
  const ports = [taken, await findFreePort()]
  const service = await startService({
    name: 'delivery',
    entry: fixture('service'),
    env: {},
    log: () => undefined,
    logFile: `${t.testdir()}/delivery.log`,
    findPort: async () => ports.shift() ?? 0,
  })
  t.teardown(() => service.stop())
  t.not(service.url, `http://127.0.0.1:${taken}`)
  t.same(ports, [])

  const setting = { PORT: String(taken) }
  const onGivenPort = startService({
    name: 'delivery',
    entry: fixture('service'),
    env: setting,
    log: () => undefined,
    logFile: `${t.testdir()}/other.log`,
  })
  await t.rejects(onGivenPort, { message: /EADDRINUSE/ }, 'a port that is set stays')
})

t.test('the error of a failed start contains the service’s last lines', async (t) => {
  const starting = startService({
    name: 'delivery',
    entry: fixture('failing'),
    env: {},
    log: () => undefined,
    logFile: `${t.testdir()}/delivery.log`,
  })
  await t.rejects(starting, {
    message:
      'delivery ended with exit code 3 while it was starting; its last lines:\n    the table is on fire',
  })
})

t.test('waiting for a service whose external backend rejects it times out', async (t) => {
  const port = await findFreePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), CHECK: 'store' }
  const service = { name: 'delivery', entry: fixture('unready'), env }
  const running = await startProgram(serviceProgram(service), { logFile: `${t.testdir()}/log` })
  t.teardown(() => running.stop())
  const url = `http://127.0.0.1:${port}`
  await t.rejects(untilServing(running, url, { given: ['store'], longestRefusalMs: 0 }), {
    message:
      'delivery cannot serve: its store is down (no such bucket (NoSuchBucket)); see S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION in the environment',
  })
})
