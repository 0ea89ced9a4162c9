import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { clickRate, dateOf, growth, isNothing, spansOf } from '../../src/analytics/figures.ts'
import { slotOf, ticksOf } from '../../src/analytics/scale.ts'
import { parseAnalyticsSearch, periods } from '../../src/analytics/search.ts'

const dayMs = 86_400_000

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
        ticks.every((tick, index) => tick === index * step)
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

t.test('a period begins at midnight, and the one before ends there', async () => {
  const moments = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moments, fc.constantFrom(...periods), (now, days) => {
      const { from, before } = spansOf(days, now)
      const start = new Date(from)
      // An hour more or less where the clock was changed.
      const length = (now.getTime() - start.getTime()) / dayMs
      const former = (start.getTime() - new Date(before.from).getTime()) / dayMs
      return (
        start.getHours() === 0 &&
        before.to === from &&
        length > days - 1.05 &&
        length < days + 0.05 &&
        Math.abs(former - days) < 0.05
      )
    }),
  )
})

t.test('a day of the answer is that day on the clock of the reader', async (t) => {
  const date = dateOf('2026-03-29')
  t.same([date.getFullYear(), date.getMonth(), date.getDate(), date.getHours()], [2026, 2, 29, 0])
})

t.test('rates and growth say nothing where there is nothing', async (t) => {
  t.equal(clickRate({ views: 0, clicks: 3, opens: 0 }), null)
  t.equal(clickRate({ views: 4, clicks: 1, opens: 0 }), 0.25)
  t.equal(clickRate({ views: 4, clicks: 9, opens: 0 }), 1, 'never above one')
  t.equal(growth(5, 0), null)
  t.equal(growth(125, 100), 0.25)
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
