import { join } from 'node:path'
import t from 'tap'
import { processIdentity } from '../../src/process/identity.js'
import { startService } from '../../src/services.js'

const fixture = (name: string) => join(import.meta.dirname, `../fixtures/${name}.mjs`)

t.test('a service is healthy when it is handed out, and gone when it was stopped', async (t) => {
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

t.test('a service can be killed as a crash would', async (t) => {
  const service = await startService({
    ...{ name: 'management-api', entry: fixture('service'), env: {}, log: () => undefined },
    logFile: `${t.testdir()}/management-api.log`,
  })
  t.same(await service.stop('SIGKILL'), { code: null, signal: 'SIGKILL' })
})

t.test('a service that cannot start is an error with its last lines', async (t) => {
  const starting = startService({
    ...{ name: 'delivery', entry: fixture('failing'), env: {}, log: () => undefined },
    logFile: `${t.testdir()}/delivery.log`,
  })
  await t.rejects(starting, {
    message:
      'delivery ended with exit code 3 while it was starting; its last lines:\n    the table is on fire',
  })
})
