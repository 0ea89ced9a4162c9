// Needs a process of its own: it removes the addresses of the backends from the environment.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { processIdentity } from '../../src/process/pid-file.js'
import { readStackFile } from '../../src/stack-file.js'
import { welcome } from '../../src/welcome.js'
import { forgetGivenBackends } from '../own-backends.js'
import { fixture, makeFolder, pidFilesIn, pidsOf, start } from '../own-stack.js'

forgetGivenBackends()

/** One start after the other, as a user makes them. */
const folder = makeFolder(t)

t.test('a part that fails aborts the start and stops everything started', async (t) => {
  await t.rejects(start(t, folder, { entries: { delivery: fixture('failing') } }), {
    message: /^delivery-1 ended with exit code 3 while it was starting; its last/,
  })
  t.same(pidFilesIn(folder), [])
  t.equal(existsSync(join(folder, 'lock')), false)
})

t.test('without its demo the stack is ready all the same', async (t) => {
  const stack = await start(t, folder, { entries: { seed: fixture('failing') } })
  t.match(stack.output(), /the demo is incomplete: seed failed with exit code 3; .*\n.*on fire/)
  const { base, demo, site } = stack.describe()
  t.same({ demo, site }, { demo: null, site: null })
  await until(async () => (await fetch(`${base}/readyz`)).status === 200)
  t.match(welcome(stack.describe(), String), /without its demo[\s\S]*`npm start`\s+try it again/)
  await stack.stop()
})

t.test('the next start has the demo', async (t) => {
  const stack = await start(t, folder, {
    options: { replicas: 2, restartDelayMs: 1 },
    entries: { seed: fixture('seed-with-notes') },
  })
  const file = readStackFile(join(folder, 'stack.json'))

  await t.test('the stack file exists only while the stack is ready', async (t) => {
    t.same(file, JSON.parse(JSON.stringify(stack.describe())))
    t.equal(file.delivery.length, 2)
    t.match(file.demo, { email: 'demo@vitrine.example', slugs: ['demo-grid'] })
    // On a busy machine a check may take too long.
    const ready = await until(async () => {
      const probe = await fetch(`${file.base}/api/v1/readyz`)
      return probe.status === 200 && probe
    })
    t.same(await ready.json(), {
      status: 'ready',
      checks: { 'management-api': 'up', 'delivery-1': 'up', 'delivery-2': 'up' },
    })
    const answer = (await (await fetch(`${file.base}/api/projects`)).json()) as object
    t.match(answer, { pid: file.management.pid, publicUrl: file.base })
  })

  await t.test('the seed’s notes are shown to the user', async (t) => {
    t.match(stack.output(), 'this machine is busy\n  aurora.avif is left out\n')
    t.notMatch(stack.output(), 'uploaded')
    t.match(welcome(stack.describe(), String), 'The demo lacks aurora.avif: Ctrl-C and `npm start`')
  })

  await t.test('a link signs in to the demo, and no file has it', async (t) => {
    const link = await stack.makeLoginLink()
    t.ok(link?.startsWith(`${file.base}/console/sign-in#demo=`))
    const code = String(link?.split('#demo=')[1])
    t.match(code, /^[\w-]{43}$/)
    t.match(welcome(stack.describe(), String, link), code)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    for (const one of files.filter((one) => one.isFile() && !one.parentPath.includes('backends'))) {
      t.notMatch(readFileSync(join(one.parentPath, one.name), 'utf8'), code, one.name)
    }
    t.notMatch(await (await fetch(file.base)).text(), code)
  })

  await t.test('a folder has at most one stack', async (t) => {
    await t.rejects(start(t, folder), { message: /already in use by process \d+/ })
  })

  await t.test('a service that dies is reported and replaced', async (t) => {
    const killed = file.management.pid
    process.kill(killed, 'SIGKILL')
    const pidInFile = () => readStackFile(join(folder, 'stack.json')).management.pid
    await until(() => pidInFile() !== killed)
    t.equal(pidInFile(), stack.describe().management.pid, 'the stack file is updated')
    t.match(stack.output(), /management-api ended unexpectedly \(SIGKILL\); restart in 1 s/)
    await until(async () => (await fetch(`${file.base}/readyz`)).status === 200)
  })

  const pids = pidsOf(readStackFile(join(folder, 'stack.json')))
  await stack.stop()
  t.equal(existsSync(join(folder, 'stack.json')), false)
  for (const pid of pids) t.equal(processIdentity(pid), null)

  await t.test('a reset deletes existing data', async (t) => {
    const { url } = file.postgres
    const entries = { 'login-code': fixture('failing') }
    const again = await start(t, folder, { options: { reset: true }, entries })
    t.not(again.describe().postgres.url, url)
    t.equal(await again.makeLoginLink(), null, 'and it is ready without a link')
    t.match(again.output(), 'there is no link to the demo')
  })
})
