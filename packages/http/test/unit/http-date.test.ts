import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { parseHttpDate } from '../../src/semantics/http-date.js'

const moment = Date.UTC(1994, 10, 6, 8, 49, 37)
const now = Date.UTC(2026, 5, 1)

t.test('a date has three formats', async (t) => {
  const spellings = [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ]
  for (const text of spellings) t.equal(parseHttpDate(text, now), moment, text)
})

t.test('the output of toUTCString is parsed, to the second', async (t) => {
  const seconds = fc.integer({ min: Date.UTC(0, 0) / 1000, max: Date.UTC(9999, 11, 31) / 1000 })
  fc.assert(
    fc.property(seconds, (second) => {
      t.equal(parseHttpDate(new Date(second * 1000).toUTCString()), second * 1000)
    }),
    { numRuns: 200 },
  )
})

t.test('a two-digit year is never more than 50 years ahead', async (t) => {
  const years = [
    ['26', 2026],
    ['76', 2076],
    ['77', 1977],
    ['99', 1999],
    ['00', 2000],
  ] as const
  for (const [digits, year] of years) {
    const text = `Sunday, 06-Nov-${digits} 08:49:37 GMT`
    t.equal(parseHttpDate(text, now), Date.UTC(year, 10, 6, 8, 49, 37), digits)
  }
})

t.test('a leap second and a leap day are valid', async (t) => {
  t.equal(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT'), Date.UTC(2017, 0))
  t.equal(parseHttpDate('Thu, 29 Feb 2024 00:00:00 GMT'), Date.UTC(2024, 1, 29))
})

t.test('other formats that Date.parse accepts are rejected', async (t) => {
  const others = [
    '',
    'yesterday',
    '1994',
    '784111777',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT; length=5',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun, 30 Feb 1994 08:49:37 GMT',
    'Thu, 29 Feb 2023 00:00:00 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994 GMT',
  ]
  for (const text of others) t.equal(parseHttpDate(text), null, text)
})
