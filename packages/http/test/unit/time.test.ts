import t from '@vitrine/testing/t'
import { formatTimestamp, parseTimestamp, serverZone } from '../../src/time.js'

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
    '0000-02-03T04:05:06Z',
    '0001-01-01T00:00:00+02:00',
    '9999-12-31T23:59:59-02:00',
    '20260203T040506Z',
  ]
  for (const text of wrong) t.equal(parseTimestamp(text), null, text)
})

t.test(
  'the zone of the server has a name, and an offset that follows its summer time',
  async (t) => {
    const { TZ } = process.env
    t.teardown(() => {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    })
    const winter = new Date('2026-01-15T12:00:00Z')
    const summer = new Date('2026-07-15T12:00:00Z')
    for (const [timeZone, inWinter, inSummer] of [
      ['Europe/Berlin', '+01:00', '+02:00'],
      ['America/St_Johns', '-03:30', '-02:30'],
      ['UTC', '+00:00', '+00:00'],
    ] as const) {
      process.env.TZ = timeZone
      t.same(serverZone(winter), { timeZone, utcOffset: inWinter })
      t.same(serverZone(summer), { timeZone, utcOffset: inSummer })
    }
  },
)
