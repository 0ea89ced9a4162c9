import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { dayOf, endOfDay, remainingUntil, remainingWords } from '../../src/api-keys/expiry.ts'
import { keyPermissionsName, leastPermissions } from '../../src/permissions/key-words.ts'
import { momentOf } from '../../src/server/moments.ts'
import { wordsOf } from '../../src/words/errors.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { inEachZone, inZone } from './zones.ts'

loadWords()

/** Values of a date field. */
const dates = fc
  .record({ year: fc.integer({ min: 2026, max: 2045 }), ordinal: fc.integer({ min: 0, max: 364 }) })
  .map(({ year, ordinal }) => new Date(Date.UTC(year, 0, 1 + ordinal)).toISOString().slice(0, 10))

t.test('a day that was chosen is the day that is shown again, in each zone', async (t) => {
  inEachZone(t, () => {
    fc.assert(
      fc.property(dates, (date) => {
        const end = endOfDay(date) ?? ''
        const isWire = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(end)
        return isWire && dayOf(new Date(end)) === date
      }),
      { numRuns: 60 },
    )
  })
})

t.test(
  'a key works until the last second of its day, also when the clock is changed',
  async (t) => {
    const ends: [zone: string, date: string, end: string][] = [
      ['UTC', '2027-06-30', '2027-06-30T23:59:59.000Z'],
      ['Europe/Berlin', '2027-06-30', '2027-06-30T21:59:59.000Z'],
      ['Europe/Berlin', '2027-03-28', '2027-03-28T21:59:59.000Z'],
      ['Europe/Berlin', '2027-03-27', '2027-03-27T22:59:59.000Z'],
      ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.000Z'],
      ['Australia/Lord_Howe', '2027-01-01', '2027-01-01T12:59:59.000Z'],
    ]
    for (const [zone, date, end] of ends) {
      t.equal(
        inZone(zone, () => endOfDay(date)),
        end,
        `${date} in ${zone}`,
      )
    }
    t.equal(endOfDay(''), null, 'no day, no end')
  },
)

t.test('a day that browsers take and the service cannot has words', async (t) => {
  for (const date of ['20270-06-30', '275760-09-13']) {
    try {
      endOfDay(date)
      t.fail(`${date} has an end`)
    } catch (error) {
      t.equal(wordsOf(error), 'The year has more than four digits.')
    }
  }
})

t.test('the end of a key is the same day where the server is and where the reader is', async () => {
  const serverZones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata')
  fc.assert(
    fc.property(dates, serverZones, (date, zone) => {
      const end = new Date(endOfDay(date) ?? '')
      const wall = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(end)
      return dayOf(momentOf(wall.replace(' ', 'T'), zone)) === date
    }),
    { numRuns: 100 },
  )
})

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const now = new Date('2026-11-25T12:00:00Z')
const wordsIn = (ms: number) => {
  const left = remainingUntil(new Date(now.getTime() + ms), now)
  return left === null ? null : remainingWords(left)
}

t.test('the rest of a key’s time has two units, the largest first', async (t) => {
  const rests: [ms: number, words: string | null][] = [
    [-day, null],
    [0, null],
    [1, '0 min 1 s'],
    [second, '0 min 1 s'],
    [59 * second, '0 min 59 s'],
    [minute, '1 min 0 s'],
    [hour - 1, '1 h 0 min'],
    [hour - second, '59 min 59 s'],
    [hour, '1 h 0 min'],
    [day - second, '23 h 59 min'],
    [day, '1 d 0 h'],
    [7 * day - second, '6 d 23 h'],
    [400 * day + 5 * hour, '400 d 5 h'],
  ]
  for (const [ms, words] of rests) t.equal(wordsIn(ms), words, `${ms} ms`)
})

t.test('the units of a rest add up to it, and each is below the next', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 * day }), (ms) => {
      const left = remainingUntil(new Date(now.getTime() + ms), now)
      if (left === null) return false
      const { days, hours, minutes, seconds } = left
      const sum = days * day + hours * hour + minutes * minute + seconds * second
      return hours < 24 && minutes < 60 && seconds < 60 && sum === Math.ceil(ms / second) * second
    }),
  )
})

t.test('a new key permits the least, and both permissions have names', async (t) => {
  t.equal(leastPermissions, 'READ')
  t.equal(keyPermissionsName('READ'), 'Shows')
  t.equal(keyPermissionsName('READ_WRITE'), 'Shows and counts')
  t.equal(dayOf(new Date(2026, 0, 5)), '2026-01-05', 'two digits each')
})
