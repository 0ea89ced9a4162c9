import t from '@vitrine/testing/t'
import { createWindowCounter, type WindowCount } from '../../src/limits/window-counter.js'

const away = async () => null

t.test('shared counts are used if they are available', async (t) => {
  const calls: unknown[] = []
  const shared = async (...call: [string, number, number]): Promise<WindowCount> => {
    calls.push(call)
    return { count: 7, resetMs: 500 }
  }
  const counter = createWindowCounter({ shared, windowSeconds: 60 })
  t.same(await counter.add('a', 1), { count: 7, resetMs: 500, isShared: true })
  t.same(calls, [['a', 1, 60]])
})

t.test('local counts are per key, for the window that begins with the first count', async (t) => {
  let time = 1_000_000
  const counter = createWindowCounter({ shared: away, windowSeconds: 60, now: () => time })
  t.same(await counter.add('a', 1), { count: 1, resetMs: 60_000, isShared: false })
  time += 59_999
  t.match(await counter.add('a', 1), { count: 2, resetMs: 1 })
  t.match(await counter.add('b', 1), { count: 1 })
  time += 1
  t.match(await counter.add('a', 1), { count: 1, resetMs: 60_000 })
  t.match(await counter.add('b', 1), { count: 2 })
})

t.test('a count can be given back, and never becomes negative', async (t) => {
  const counter = createWindowCounter({ shared: away, windowSeconds: 60 })
  await counter.add('a', 1)
  t.match(await counter.add('a', -1), { count: 0 })
  t.match(await counter.add('a', -1), { count: 0 })
  t.match(await counter.add('a', 1), { count: 1 })
})

t.test('a flood of keys evicts the oldest', async (t) => {
  const counter = createWindowCounter({ shared: away, windowSeconds: 60, maxKeys: 3 })
  for (const key of ['a', 'b', 'c', 'd']) await counter.add(key, 1)
  t.match(await counter.add('d', 1), { count: 2 })
  t.match(await counter.add('b', 1), { count: 2 })
  t.match(await counter.add('a', 1), { count: 1 }, 'a new window')
})
