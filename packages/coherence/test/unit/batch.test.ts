import t from '@vitrine/testing/t'
import { createBatch } from '../../src/batch.js'

t.test('a call never gets a run that started before it', async (t) => {
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
  t.equal(started, 1, 'later calls wait for the next run')
  finish[0]?.()
  await first
  await Promise.resolve()
  t.equal(started, 2, 'and share it')
  finish[1]?.()
  await Promise.all([second, third])
  t.equal(started, 2)
})

t.test('a failed run fails the calls that waited for it, and the next run starts', async (t) => {
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
