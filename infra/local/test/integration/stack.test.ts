// Needs a process of its own: it removes the addresses of the backends from the environment.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { StackOptions } from '../../preflight/command-line.mjs'
import { createProgress } from '../../preflight/progress.mjs'
import { deleteData } from '../../src/backends/delete-data.js'
import { processIdentity } from '../../src/process/identity.js'
import { startStack } from '../../src/stack.js'
import { readStackFile, type StackFile } from '../../src/stack-file.js'
import type { Entries } from '../../src/stack-programs.js'
import { welcome } from '../../src/welcome.js'

for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT']) delete process.env[name]

const fixture = (name: string) => join(import.meta.dirname, `../../test/fixtures/${name}.mjs`)
const standIns: Entries = {
  'management-api': fixture('service'),
  delivery: fixture('service'),
  migrate: fixture('migrate'),
  seed: fixture('seed'),
  'login-code': fixture('login-code'),
}

function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  t.teardown(async () => {
    await deleteData(join(folder, 'backends'), () => undefined)
    rmSync(folder, { recursive: true })
  })
  return folder
}

async function start(
  t: Test,
  folder: string,
  changes: {
    options?: Partial<StackOptions>
    entries?: Partial<Entries>
    signal?: AbortSignal
  } = {},
) {
  let output = ''
  const stack = await startStack({
    folder,
    options: { port: 0, replicas: 1, reset: false, restartDelayMs: 0, ...changes.options },
    entries: { ...standIns, ...changes.entries },
    progress: createProgress((text) => {
      output += text
    }),
    signal: changes.signal ?? new AbortController().signal,
  })
  t.teardown(() => stack.stop())
  return { ...stack, output: () => output }
}

function pidsOf({ management, delivery, postgres, redis, s3 }: StackFile): number[] {
  return [management, ...delivery, postgres, redis, s3].map(({ pid }) => pid as number)
}

function pidFilesIn(folder: string): string[] {
  return ['pids', 'backends/pids'].flatMap((name) => {
    const pids = join(folder, name)
    return existsSync(pids) ? readdirSync(pids) : []
  })
}

t.test('the stack file exists only while the stack is ready', async (t) => {
  const folder = makeFolder(t)
  const stack = await start(t, folder, { options: { replicas: 2 } })
  const file = readStackFile(join(folder, 'stack.json'))
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

  await stack.stop()
  t.equal(existsSync(join(folder, 'stack.json')), false)
  for (const pid of pidsOf(file)) t.equal(processIdentity(pid), null)
})

t.test('a link signs in to the demo, and no file has it', async (t) => {
  const folder = makeFolder(t)
  const stack = await start(t, folder)
  const link = await stack.makeLoginLink()
  const { base } = stack.describe()
  t.ok(link?.startsWith(`${base}/console/sign-in#demo=`))
  const code = String(link?.split('#demo=')[1])
  t.match(code, /^[\w-]{43}$/)
  t.match(welcome(stack.describe(), String, link), code)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile() && !one.parentPath.includes('backends'))) {
    t.notMatch(readFileSync(join(file.parentPath, file.name), 'utf8'), code, file.name)
  }
  t.notMatch(await (await fetch(base)).text(), code)
})

t.test('without a link the stack is ready all the same', async (t) => {
  const stack = await start(t, makeFolder(t), { entries: { 'login-code': fixture('failing') } })
  t.equal(await stack.makeLoginLink(), null)
  t.match(stack.output(), 'there is no link to the demo')
})

t.test('a reset deletes existing data', async (t) => {
  const folder = makeFolder(t)
  const first = await start(t, folder)
  const { url } = first.describe().postgres
  await first.stop()
  const second = await start(t, folder)
  t.equal(second.describe().postgres.url, url)
  await second.stop()
  const third = await start(t, folder, { options: { reset: true } })
  t.not(third.describe().postgres.url, url)
})

t.test('a part that fails aborts the start and stops everything started', async (t) => {
  const table = [
    {
      part: 'migrate',
      message: /^migrate failed with exit code 3; its last lines:\n {4}the table is on fire$/,
    },
    {
      part: 'delivery',
      message: /^delivery-1 ended with exit code 3 while it was starting; its last/,
    },
  ]
  for (const { part, message } of table) {
    const folder = makeFolder(t)
    await t.rejects(
      start(t, folder, { entries: { [part]: fixture('failing') } }),
      { message },
      part,
    )
    t.same(pidFilesIn(folder), [])
    t.equal(existsSync(join(folder, 'lock')), false)
  }
})

t.test('a failed demo does not stop the stack and is retried on the next start', async (t) => {
  const folder = makeFolder(t)
  const first = await start(t, folder, { entries: { seed: fixture('failing') } })
  t.match(first.output(), /the demo is incomplete: seed failed with exit code 3; .*\n.*on fire/)
  const { base, demo, site } = first.describe()
  t.same({ demo, site }, { demo: null, site: null })
  await until(async () => (await fetch(`${base}/readyz`)).status === 200)
  t.match(welcome(first.describe(), String), /without its demo[\s\S]*`npm start`\s+try it again/)
  await first.stop()
  const second = await start(t, folder)
  t.match(second.describe(), { demo: { slugs: ['demo-grid'], missing: [] } })
})

t.test('the seed’s notes are shown to the user', async (t) => {
  const stack = await start(t, makeFolder(t), { entries: { seed: fixture('seed-with-notes') } })
  t.match(stack.output(), 'this machine is busy\n  aurora.avif is left out\n')
  t.notMatch(stack.output(), 'uploaded')
  t.match(welcome(stack.describe(), String), 'The demo lacks aurora.avif: Ctrl-C and `npm start`')
})

t.test('an aborted start stops everything started', async (t) => {
  const folder = makeFolder(t)
  await t.rejects(start(t, folder, { signal: AbortSignal.abort() }))
  t.same(pidFilesIn(folder), [])
})

t.test('a service that dies is reported and replaced, and the stack file is updated', async (t) => {
  const folder = makeFolder(t)
  const stack = await start(t, folder, { options: { restartDelayMs: 1 } })
  const killed = stack.describe().management.pid
  process.kill(killed, 'SIGKILL')
  const pidInFile = () => readStackFile(join(folder, 'stack.json')).management.pid
  while (pidInFile() === killed) await new Promise((resolve) => setImmediate(resolve))
  t.equal(pidInFile(), stack.describe().management.pid)
  t.match(stack.output(), /management-api ended unexpectedly \(SIGKILL\); restart in 1 s/)
  await until(async () => (await fetch(`${stack.describe().base}/readyz`)).status === 200)
})

t.test('a folder has at most one stack', async (t) => {
  const folder = makeFolder(t)
  await start(t, folder)
  await t.rejects(start(t, folder), { message: /already in use by process \d+/ })
})

t.test('when the process is killed, everything it started exits', async (t) => {
  const folder = makeFolder(t)
  const args = [fixture('run-stack'), folder, JSON.stringify(standIns)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [described] = await once(child.stdout, 'data')
  const pids = pidsOf(JSON.parse(String(described)) as StackFile)
  child.kill('SIGKILL')
  while (pids.some((pid) => processIdentity(pid) !== null)) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.pass('no process is left')
})
