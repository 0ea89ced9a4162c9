import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  clickRate,
  dateOf,
  growth,
  isNothing,
  slotOf,
  spansOf,
  ticksOf,
} from '../../src/analytics/figures.ts'
import type { Scope } from '../../src/analytics/queries.ts'
import { parseAnalyticsSearch, periods } from '../../src/analytics/search.ts'
import { momentOf } from '../../src/server/moments.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { openTab } from './open-tab.ts'
import { inEachZone, inZone, zones } from './zones.ts'

loadWords()

t.test('the axis ends at or above the largest value, in few round steps', async (t) => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), (largest) => {
      const ticks = ticksOf(largest)
      const [zero, step = 0] = ticks
      return (
        zero === 0 &&
        Number.isInteger(step) &&
        ticks.length <= 6 &&
        (ticks.at(-1) ?? 0) >= largest &&
        ticks.every((tick, index) => tick === index * step) &&
        // The highest bar reaches far up.
        (largest < 5 || largest / (ticks.at(-1) ?? 0) > 0.5)
      )
    }),
  )
  t.same(ticksOf(0), [0, 1, 2, 3, 4])
  t.same(ticksOf(60), [0, 20, 40, 60])
})

t.test('bars stand beside each other, within the chart', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
      const slots = Array.from({ length: count }, (_, index) => slotOf(index, count))
      return slots.every(({ start, width }, index) => {
        const end = start + width
        return start >= 0 && width > 0 && end <= (slots[index + 1]?.start ?? 1)
      })
    }),
  )
})

t.test('rates and growth say nothing where there is nothing', async (t) => {
  t.equal(clickRate({ views: 0, clicks: 3, opens: 0 }), null)
  t.equal(clickRate({ views: 4, clicks: 1, opens: 0 }), 0.25)
  t.equal(clickRate({ views: 4, clicks: 9, opens: 0 }), 1, 'never above one')
  t.equal(growth(5, 0), null)
  t.equal(growth(125, 100), 0.25)
  t.equal(growth(0, 100), -1)
  t.ok(isNothing({ views: 0, clicks: 0, opens: 0 }))
  t.notOk(isNothing({ views: 0, clicks: 0, opens: 1 }))
})

t.test('the address keeps what it understands', async (t) => {
  const widget = '0f6f6a3e-0000-4000-8000-000000000000'
  t.same(parseAnalyticsSearch({ days: '90', widget, show: 'clicks', x: 1 }), {
    days: 90,
    widget,
    show: 'clicks',
  })
  t.same(parseAnalyticsSearch({ days: 12, widget: '../x', show: 'money' }), {})
})

const moments = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
})

/** Days since 1970 on the clock of the reader. */
const dayNumber = (at: Date): number =>
  Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000

/** Whether the day of a moment begins with it. */
const isFirstOfDay = (at: Date): boolean =>
  dayNumber(new Date(at.getTime() - 1000)) === dayNumber(at) - 1

t.test(
  'a period has as many days of the reader as it says, and so has the one before',
  async (t) => {
    inEachZone(t, () => {
      fc.assert(
        fc.property(moments, fc.constantFrom(...periods), (now, days) => {
          const { from, before } = spansOf(days, now)
          const [start, former] = [new Date(from), new Date(before.from)]
          return (
            before.to === from &&
            isFirstOfDay(start) &&
            isFirstOfDay(former) &&
            dayNumber(now) - dayNumber(start) === days - 1 &&
            dayNumber(start) - dayNumber(former) === days
          )
        }),
        { numRuns: 60 },
      )
    })
  },
)

t.test('days around a change of the clock begin at their own midnight', async (t) => {
  const rows: [zone: string, now: string, from: string][] = [
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-22T23:00:00Z'],
    ['Europe/Berlin', '2026-04-04T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-04-05T12:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-19T22:00:00Z'],
    ['America/New_York', '2026-11-02T04:30:00Z', '2026-10-26T04:00:00Z'],
    ['America/New_York', '2026-11-02T05:30:00Z', '2026-10-27T04:00:00Z'],
    // The day of the change has no midnight.
    ['Africa/Cairo', '2026-04-30T12:00:00Z', '2026-04-23T22:00:00Z'],
    ['Asia/Kathmandu', '2026-06-15T18:14:59Z', '2026-06-08T18:15:00Z'],
    ['Asia/Kathmandu', '2026-06-15T18:15:00Z', '2026-06-09T18:15:00Z'],
  ]
  for (const [zone, now, from] of rows) {
    t.equal(
      inZone(zone, () => spansOf(7, new Date(now)).from),
      from,
      `${now} in ${zone}`,
    )
  }
})

t.test('a day of the answer has its date on each clock', async (t) => {
  inEachZone(t, () => {
    fc.assert(
      fc.property(moments, (at) => {
        const day = at.toISOString().slice(0, 10)
        const date = dateOf(day)
        const two = (value: number) => String(value).padStart(2, '0')
        return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` === day
      }),
      { numRuns: 40 },
    )
  })
})

/** The wall clock of a zone, as the service writes times. */
const wallOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T')

t.test('each time of a server is a moment with that time on its clock', async () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, zone) => {
      const wall = wallOf(at, zone)
      return wallOf(momentOf(wall, zone), zone) === wall
    }),
    { numRuns: 300 },
  )
})

t.test('of the hour that comes twice, a time is one of the two moments', async (t) => {
  const first = new Date('2026-10-25T00:30:00Z').getTime()
  const found = momentOf('2026-10-25T02:30:00', 'Europe/Berlin').getTime()
  t.ok([first, first + 3_600_000].includes(found))
})

const scopes: fc.Arbitrary<Scope> = fc.record({
  projectId: fc.uuid(),
  widgetId: fc.option(fc.uuid(), { nil: undefined }),
  days: fc.constantFrom(...periods),
})
const groupings = fc.constantFrom('day' as const, 'asset' as const, 'widget' as const)

t.test('figures, the time before and the table for spreadsheets', async (t) => {
  const empty = { content: [], totals: { views: 0, clicks: 0, opens: 0 } }
  const calls = openTab(t, () => Response.json(empty))
  const { beforeQuery, csvPath, statisticsQuery } = await import('../../src/analytics/queries.ts')
  const { queries } = await import('../../src/server/queries.ts')
  t.afterEach(() => queries.clear())
  const pathOf = ({ projectId, widgetId }: Scope, by: string) =>
    `/api/projects/${projectId}${
      widgetId === undefined || by === 'widget' ? '' : `/widgets/${widgetId}`
    }/statistics`

  await t.test('are asked for where they are, on the clock of the reader', async (t) => {
    await fc.assert(
      fc.asyncProperty(scopes, groupings, fc.constantFrom(...zones), async (scope, by, zone) => {
        calls.length = 0
        await inZone(zone, () =>
          queries.fetchQuery({ ...statisticsQuery(scope, by), staleTime: 0 }),
        )
        const [call] = calls
        if (call === undefined) return false
        t.equal(call.path, pathOf(scope, by))
        t.same([call.query.get('by'), call.query.has('to')], [by, false])
        return call.query.get('tz') === inZone(zone, zoneOfReader)
      }),
      { numRuns: 30 },
    )
  })

  await t.test('of the time before end where the period begins', async (t) => {
    const scope = { projectId: 'p', widgetId: undefined, days: 28 }
    calls.length = 0
    await queries.fetchQuery(statisticsQuery(scope, 'day'))
    await queries.fetchQuery(beforeQuery(scope))
    const [now, before] = calls
    t.equal(before?.query.get('to'), now?.query.get('from'))
    t.ok((before?.query.get('from') ?? '') < (now?.query.get('from') ?? ''))
  })

  await t.test('have the same address as a table, but for its kind', async () => {
    await fc.assert(
      fc.asyncProperty(scopes, groupings, async (scope, by) => {
        calls.length = 0
        await queries.fetchQuery({ ...statisticsQuery(scope, by), staleTime: 0 })
        const [call] = calls
        const table = new URL(csvPath(scope, by), 'https://vitrine.example')
        return (
          table.pathname === call?.path &&
          ['from', 'tz', 'by'].every((key) => table.searchParams.get(key) === call.query.get(key))
        )
      }),
      { numRuns: 30 },
    )
  })
})

const zoneOfReader = () => Intl.DateTimeFormat().resolvedOptions().timeZone
