import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { createProcessTree } from '../../src/processes/process-tree.js'

/** Uses 300 ms of CPU time, reports it, and exits when its input ends. */
const busy = `
  while (process.cpuUsage().user + process.cpuUsage().system < 300_000);
  process.stdout.write('done')
  process.stdin.resume().on('end', () => process.exit())`

/** Starts a busy child and exits after it. */
const parent = `
  require('node:child_process')
    .spawn(process.execPath, ['-e', process.argv[1]], { stdio: 'inherit' })
    .on('exit', () => process.stdout.write('ended'))
  setInterval(() => undefined, 1000)`

t.test('children are counted while they run and after they have exited', async (t) => {
  if (process.platform !== 'linux') {
    t.pass('there is no /proc on this system')
    return
  }
  const child = spawn(process.execPath, ['-e', parent, busy], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const tree = createProcessTree(child.pid ?? 0)
  await once(child.stdout, 'data')
  const running = { cpuMs: tree.cpuMs(), bytes: tree.memoryBytes() }
  t.ok(running.cpuMs >= 300, `${running.cpuMs} ms`)
  t.ok(running.bytes > tree.ownMemory().nowBytes * 1.1)

  child.stdin.end()
  await once(child.stdout, 'data')
  const ended = { cpuMs: tree.cpuMs(), bytes: tree.memoryBytes() }
  t.ok(ended.cpuMs >= running.cpuMs, `${ended.cpuMs} ms`)
  t.ok(ended.bytes < running.bytes, 'its memory is released')

  child.kill('SIGKILL')
  await once(child, 'exit')
  t.equal(tree.memoryBytes(), 0)
  t.equal(tree.cpuMs(), 0)
})
