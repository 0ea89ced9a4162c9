import t from '@vitrine/testing/t'
import { createSample } from '../../src/security-log/sample.js'

t.test('events are limited per key and in total for each minute', async (t) => {
  let time = 0
  const sample = createSample({ perKey: 2, total: 5 }, () => time)
  const passed = (key: string, count: number) =>
    Array.from({ length: count }, () => sample(key)).filter(Boolean).length
  t.equal(passed('a', 100), 2)
  t.equal(passed('b', 100), 2)
  t.equal(passed('c', 100), 1, 'the rest of the total')
  t.equal(passed('d', 100), 0)
  time = 59_999
  t.equal(passed('a', 1), 0)
  time = 60_000
  t.equal(passed('a', 100), 2, 'in the next minute')
})
