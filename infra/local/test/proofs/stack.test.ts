// Needs a process of its own: it removes the addresses of the backends from the environment.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from '@vitrine/testing/t'
import { processIdentity } from '../../src/process/pid-file.js'
import type { StackFile } from '../../src/stack-file.js'
import { forgetGivenBackends } from '../own-backends.js'
import { fixture, makeFolder, pidFilesIn, pidsOf, standIns, start } from '../own-stack.js'

forgetGivenBackends()

t.test('an aborted start stops everything started', async (t) => {
  const folder = makeFolder(t)
  await t.rejects(start(t, folder, { signal: AbortSignal.abort() }))
  t.same(pidFilesIn(folder), [])
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
