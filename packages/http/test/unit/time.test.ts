import t from 'tap'
import { formatTimestamp, parseTimestamp } from '../../src/time.js'

t.test('responses contain server local time without fraction or zone', async (t) => {
  t.equal(formatTimestamp(new Date(2026, 1, 3, 4, 5, 6, 789)), '2026-02-03T04:05:06')
  t.equal(formatTimestamp(new Date(2026, 11, 31, 23, 59, 59, 999)), '2026-12-31T23:59:59')
})

t.test('requests may contain local time, or ISO 8601 with an offset or Z', async (t) => {
  const local = new Date(2026, 1, 3, 4, 5, 6)
  t.same(parseTimestamp('2026-02-03T04:05:06'), local)
  t.same(parseTimestamp(formatTimestamp(local)), local)
  t.same(parseTimestamp('2026-02-03T04:05:06Z'), new Date(Date.UTC(2026, 1, 3, 4, 5, 6)))
  t.same(
    parseTimestamp('2026-02-03T04:05:06.250+02:00'),
    new Date(Date.UTC(2026, 1, 3, 2, 5, 6, 250)),
  )
  t.same(parseTimestamp('2028-02-29T00:00Z'), new Date(Date.UTC(2028, 1, 29)))
})

t.test('other formats, and days that do not exist, are rejected', async (t) => {
  const wrong = [
    '',
    '2026-02-03',
    '2026-02-03 04:05:06',
    '2026-02-30T00:00:00',
    '2026-13-01T00:00:00',
    '2026-02-03T24:00:00',
    '2026-02-03T04:60:00',
    '2026-02-03T04:05:06+99:00',
    'tomorrow',
    '20260203T040506Z',
  ]
  for (const text of wrong) t.equal(parseTimestamp(text), null, text)
})
