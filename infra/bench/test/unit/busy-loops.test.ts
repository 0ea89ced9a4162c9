import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { besideBusyLoops } from '../../src/load/busy-loops.js'

/** Busy-loop children of this process. */
async function loopPids(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const parent = Number(stat.split(') ')[1]?.split(' ')[1])
      return parent === process.pid && command.includes('spin') ? Number(pid) : null
    }),
  )
  return found.filter((pid) => pid !== null)
}

t.test('work beside busy loops', async (t) => {
  t.equal(
    await besideBusyLoops(2, async () => (await loopPids()).length),
    2,
    'starts the given number of loops',
  )
  t.strictSame(await loopPids(), [], 'stops the loops afterwards')
  const failure = new Error('the work failed')
  await t.rejects(
    besideBusyLoops(1, async () => {
      throw failure
    }),
    failure,
  )
  t.strictSame(await loopPids(), [], 'stops the loops after an error')
})
