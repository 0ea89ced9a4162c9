import { embedWidths } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { tintOf } from '../../src/controls/initials.ts'
import { addressOf, ladder } from '../../src/controls/picture.tsx'
import { budgetsOf } from '../../src/organization/budgets.ts'
import {
  formatAge,
  formatBytes,
  formatDay,
  formatMoment,
  formatTime,
} from '../../src/words/formats.ts'
import { inBrowser } from './browser-globals.ts'

t.beforeEach((t) => inBrowser(t, { navigator: { language: 'en-US' } }))

const factors: Record<string, number> = { byte: 1, bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

t.test('the words of any size are within half a digit of it', async () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 15, noNaN: true }), (power) => {
      const bytes = Math.round(10 ** power)
      const [value = '', unit = ''] = formatBytes(bytes).split(' ')
      const factor = factors[unit] ?? Number.NaN
      const shown = Number(value.replaceAll(',', '')) * factor
      const step = value.includes('.') || shown < 10 * factor ? factor / 10 : factor
      return Math.abs(shown - bytes) <= step / 2 + 1e-6 * bytes || factor === 1
    }),
  )
})

t.test('any age has words, and those of the past and the future differ', async (t) => {
  const now = new Date('2026-11-24T12:00:00Z')
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 3e11 }), (ms) => {
      const past = formatAge(new Date(now.getTime() - ms), now)
      const future = formatAge(new Date(now.getTime() + ms), now)
      return past !== '' && future !== '' && past !== future
    }),
  )
  t.equal(formatAge(new Date('1926-11-24T12:00:00Z'), now), '101 years ago', 'of 360 days')
})

t.test('moments have their seconds and zone, days and times do not', async (t) => {
  const at = new Date(2026, 10, 24, 9, 5, 7)
  t.match(formatMoment(at), /^Nov 24, 2026, 9:05:07\sAM \S+/)
  t.equal(formatDay(at), 'Nov 24, 2026')
  t.equal(formatDay(at, true), 'Nov 24')
  t.match(formatTime(at), /^9:05\sAM$/)
})

t.test('a picture is asked for in a width that every project allows, or in its own', async (t) => {
  t.same(ladder, embedWidths)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 4000 }),
      (own, wanted) => {
        const address = new URL(
          addressOf({ originalUrl: 'https://x.example/a?v=2', width: own }, wanted),
        )
        const width = Number(address.searchParams.get('w'))
        return (
          (width === own || ladder.includes(width)) &&
          width >= Math.min(own, wanted) &&
          width <= own &&
          address.searchParams.get('v') === '2' &&
          address.searchParams.get('format') === 'auto'
        )
      },
    ),
  )
})

t.test('the tint of a name is one of six, and names are spread over all', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const tint = tintOf(name)
      return Number.isInteger(tint) && tint >= 0 && tint < 6 && tint === tintOf(name)
    }),
  )
  const names = Array.from({ length: 60 }, (_, index) => `Person ${index}`)
  t.equal(new Set(names.map(tintOf)).size, 6)
})

t.test('each budget has its own figures and label, and bytes are marked', async (t) => {
  const ids = ['projects', 'assets', 'storedBytes', 'widgets', 'apiKeys', 'members', 'invitations']
  const usage = Object.fromEntries(
    ids.map((id, index) => [id, { used: index, limit: 10 * index }]),
  ) as Parameters<typeof budgetsOf>[0]
  const budgets = budgetsOf(usage)
  t.same(budgets.map(({ id }) => id).toSorted(), ids.toSorted())
  t.equal(new Set(budgets.map(({ label }) => label)).size, ids.length)
  for (const { id, used, limit, isBytes } of budgets) {
    t.same({ used, limit }, usage[id], id)
    t.equal(isBytes, id === 'storedBytes')
  }
  const full = budgetsOf({ ...usage, storedBytes: { used: 9, limit: 10 } })
  t.equal(full[0]?.id, 'storedBytes', 'the one that fills first begins')
})
