import t from 'tap'
import { createBatch } from '../../src/batch.js'

t.test('nobody is given a run that had started before they asked', async (t) => {
  const finish: (() => void)[] = []
  let started = 0
  const ask = createBatch(() => {
    started += 1
    return new Promise<void>((resolve) => {
      finish.push(resolve)
    })
  })
  const first = ask()
  const [second, third] = [ask(), ask()]
  t.equal(started, 1, 'those who came later wait for the next run')
  finish[0]?.()
  await first
  await Promise.resolve()
  t.equal(started, 2, 'and share it')
  finish[1]?.()
  await Promise.all([second, third])
  t.equal(started, 2)
})

t.test('a failed run fails for those who waited for it, and the next one runs', async (t) => {
  let run = 0
  const ask = createBatch(async () => {
    run += 1
    if (run === 1) throw new Error('once')
  })
  const [first, second] = [ask(), ask()]
  await t.rejects(first, { message: 'once' })
  await t.resolves(second)
  await t.resolves(ask())
  t.equal(run, 3)
})
