import { spawn } from 'node:child_process'
import { readProc } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { setSessionNiceness } from '../../src/processes/launch.js'

/** Starts a process that leads its own session. */
function leader(t: Test): number {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  if (child.pid === undefined) throw new Error('sleep cannot be started')
  return child.pid
}

/** null if Linux does not schedule by session. */
async function sessionNiceness(pid: number): Promise<number | null> {
  const autogroup = await readProc(pid, 'autogroup')
  return autogroup === null ? null : Number(/nice (-?\d+)/.exec(autogroup)?.[1])
}

t.test('concurrent changes of several sessions all apply, and can be repeated', async (t) => {
  const pids = Array.from({ length: 4 }, () => leader(t))
  const areShared = (await sessionNiceness(process.pid)) !== null
  for (const niceness of [10, 3]) {
    await Promise.all(pids.map((pid) => setSessionNiceness(pid, niceness)))
    const expected = areShared ? niceness : null
    t.strictSame(
      await Promise.all(pids.map(sessionNiceness)),
      pids.map(() => expected),
    )
  }
})

t.test('a process that has ended is ignored', async (t) => {
  const child = spawn('true')
  await new Promise((resolve) => child.on('exit', resolve))
  await t.resolves(setSessionNiceness(child.pid ?? 0, 3))
})
