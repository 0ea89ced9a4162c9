import { setImmediate } from 'node:timers/promises'
import t from '@vitrine/testing/t'
import { createMemoryBudget } from '../../src/memory/budget.js'

/** The shares, in the order in which they were granted. */
function users(maxBytes: number) {
  const budget = createMemoryBudget(maxBytes)
  const begun: string[] = []
  const enter = (name: string, bytes: number, signal?: AbortSignal) => {
    const share = budget.take(bytes, signal)
    share.then(
      () => begun.push(name),
      () => begun.push(`not ${name}`),
    )
    return { leave: async () => (await share).giveBack() }
  }
  return { ...budget, enter, begun }
}

t.test('shares never exceed the budget and are granted in order', async (t) => {
  const { enter, begun, takenBytes } = users(100)
  const first = enter('60', 60)
  const second = enter('50', 50)
  enter('40', 40)
  await setImmediate()
  t.same(begun, ['60'], 'a small share does not overtake a large one')
  await first.leave()
  await setImmediate()
  t.same(begun, ['60', '50', '40'])
  await second.leave()
  await second.leave()
  t.equal(takenBytes(), 40, 'a share is given back once')
})

t.test('a share larger than the budget waits until nothing else runs', async (t) => {
  const { enter, begun } = users(100)
  const first = enter('1', 1)
  enter('1000', 1000)
  await setImmediate()
  t.same(begun, ['1'])
  await first.leave()
  await setImmediate()
  t.same(begun, ['1', '1000'])
})

t.test('an aborted share takes nothing and unblocks those behind it', async (t) => {
  const { enter, begun, takenBytes, waiting, take } = users(100)
  const leaver = new AbortController()
  enter('60', 60)
  enter('90', 90, leaver.signal)
  enter('40', 40)
  leaver.abort(new Error('left'))
  await setImmediate()
  t.same(begun, ['60', 'not 90', '40'])
  t.equal(takenBytes(), 100)
  t.equal(waiting(), 0)
  await t.rejects(take(0, leaver.signal), { message: 'left' })
})
