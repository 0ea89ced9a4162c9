import t from '@vitrine/testing/t'
import { periodOf, sumsOf } from '../../src/resources/statistics/period.js'
import { cover } from '../../src/resources/statistics/spans.js'
import { timeZone } from '../../src/resources/statistics/time-zone.js'

const at = (text: string): number => Date.parse(text)
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
const zoneOf = (name: string) => {
  const zone = timeZone(name)
  if (zone === null) throw new Error(`${name} is not known`)
  return zone
}
const nowMs = at('2026-11-23T12:07:00Z')
const period = (from: string, to: string, by: 'day' | 'hour' | null, name: string) =>
  periodOf({ fromMs: at(from), toMs: at(to) }, { by, zone: zoneOf(name), nowMs })

t.test('a time is covered once, without a gap, by few sums', async (t) => {
  const [from, to] = [at('2026-01-30T22:45:00Z'), at('2026-11-23T01:15:00Z')]
  const pieces = cover(from, to)
  let end = from
  for (const { fromMs, toMs } of pieces) {
    t.equal(fromMs, end)
    end = toMs
  }
  t.equal(end, to)
  t.same(
    pieces.map(({ span, fromMs }) => `${span} ${iso(fromMs)}`),
    [
      'QUARTER 2026-01-30T22:45',
      'HOUR 2026-01-30T23:00',
      'DAY 2026-01-31T00:00',
      'MONTH 2026-02-01T00:00',
      'DAY 2026-11-01T00:00',
      'HOUR 2026-11-23T00:00',
      'QUARTER 2026-11-23T01:00',
    ],
  )
})

t.test('local days begin at local midnight, also where the clocks change', async (t) => {
  const days = (from: string, to: string, name: string) =>
    period(from, to, 'day', name).groups.map(({ localMs }) => iso(localMs))
  t.same(days('2026-10-24T10:00:00Z', '2026-10-26T12:00:00Z', 'Europe/Berlin'), [
    '2026-10-24T10:00',
    '2026-10-24T22:00',
    '2026-10-25T23:00',
  ])
  t.same(days('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'Asia/Kathmandu'), [
    '2026-11-20T00:00',
    '2026-11-20T18:15',
  ])
  // Clocks go from 23:59 to 01:00, so there is no midnight.
  const beirut = zoneOf('Asia/Beirut')
  const first = beirut.next.day(at('2026-03-28T10:00:00Z'))
  t.equal(beirut.localTime(first), '2026-03-29T01:00:00')
})

t.test('it is rounded only where the sums are coarser than the request', async (t) => {
  const rounded = (...of: Parameters<typeof period>) => period(...of).isRounded
  t.equal(rounded('2026-11-01T00:00:00Z', '2026-11-23T12:07:00Z', 'day', 'Asia/Kathmandu'), false)
  t.equal(rounded('2026-09-01T00:00:00Z', '2026-11-23T12:07:00Z', 'day', 'Europe/Berlin'), false)
  t.equal(rounded('2026-09-01T00:00:00Z', '2026-11-23T12:07:00Z', 'day', 'Asia/Kolkata'), true)
  t.equal(rounded('2026-09-01T00:15:00Z', '2026-11-01T00:00:00Z', null, 'UTC'), true)
  t.equal(rounded('2026-11-01T00:01:00Z', '2026-11-02T00:00:00Z', null, 'UTC'), true)
  t.equal(rounded('2026-11-01T00:00:00Z', '2026-11-02T00:01:00Z', null, 'UTC'), true)
  t.equal(rounded('2020-01-01T00:00:00Z', '2026-11-02T00:00:00Z', null, 'UTC'), true)
})

t.test('a rounded day keeps its name, and each hour belongs to one day', async (t) => {
  const { groups, pieces } = period(
    '2026-08-31T18:30:00Z',
    '2026-09-02T18:30:00Z',
    'day',
    'Asia/Kolkata',
  )
  t.same(
    groups.map(({ localMs }) => zoneOf('Asia/Kolkata').localTime(localMs)),
    ['2026-09-01T00:00:00', '2026-09-02T00:00:00'],
  )
  t.notOk(pieces.some(({ span }) => span === 'QUARTER'))
  let end = pieces[0]?.fromMs
  for (const { fromMs, toMs } of pieces) {
    t.equal(fromMs, end)
    end = toMs
  }
})

t.test('the longest time takes few sums', async (t) => {
  const longest = period('2025-10-20T00:15:00Z', '2026-11-23T12:07:00Z', null, 'UTC')
  t.ok(sumsOf(longest).length < 130)
})

t.test('only names of time zones are taken', async (t) => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    t.ok(timeZone(name), name)
  }
  for (const name of ['', '+02:00', 'Berlin', 'Europe/Berlin; DROP', '../etc', 'Mars/Base']) {
    t.equal(timeZone(name), null, name)
  }
})
