import t from 'tap'
import { runInOrder } from '../../src/run-in-order.js'

t.test('items start in their order, a limited number at once', async (t) => {
  const started: number[] = []
  const waiting = new Map<number, () => void>()
  const results = runInOrder([5, 4, 3, 2], 2, async (item) => {
    started.push(item)
    await new Promise<void>((resolve) => waiting.set(item, resolve))
    return item * 10
  })
  const end = async (item: number) => {
    waiting.get(item)?.()
    await new Promise(setImmediate)
  }
  t.same(started, [5, 4])
  await end(4)
  t.same(started, [5, 4, 3], 'the next one starts when one has ended')
  await end(5)
  await end(3)
  await end(2)
  t.same(await results, [50, 40, 30, 20], 'the results are in the order of the items')
})

t.test('the first error is that of the whole', async (t) => {
  const work = async (item: number) => Promise.reject(new Error(`item ${item}`))
  await t.rejects(runInOrder([1], 2, work), { message: 'item 1' })
  t.same(await runInOrder([], 2, work), [])
})
