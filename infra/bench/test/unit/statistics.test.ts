import t from 'tap'
import { median, percentile, timesOf } from '../../src/statistics.js'

t.test('the median is the middle value in any order', async (t) => {
  const table: [values: number[], expected: number][] = [
    [[3], 3],
    [[9, 1, 5], 5],
    [[100, 2, 10, 1], 2],
  ]
  for (const [values, expected] of table) t.equal(median(values), expected)
  t.ok(Number.isNaN(median([])))
})

t.test('a percentile is the smallest value that the given share does not exceed', async (t) => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  const table: [values: number[], p: number, expected: number][] = [
    [hundred, 0.5, 50],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [hundred, 0, 1],
    [[7], 0.99, 7],
  ]
  for (const [values, p, expected] of table) t.equal(percentile(values, p), expected, `${p}`)
  t.ok(Number.isNaN(percentile([], 0.99)))
})

t.test(
  'calls alternate, warm-up rounds do not count, and a failing call ends the run',
  async (t) => {
    const order: string[] = []
    const noting = (name: string) => async () => {
      order.push(name)
    }
    const times = await timesOf(3, [noting('a'), noting('b')])
    t.same(
      times.map(({ length }) => length),
      [3, 3],
    )
    t.ok(order.length > 6)
    t.match(order.join(''), /^(ab)+$/)
    const failing = timesOf(3, [() => Promise.reject(new Error('refused'))])
    await t.rejects(failing, { message: 'refused' })
  },
)
