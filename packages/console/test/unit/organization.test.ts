import t from '@vitrine/testing/t'
import { expiryAfter, lifetimes } from '../../src/account/expiry.ts'
import { clickRate, growth, spansOf } from '../../src/analytics/figures.ts'
import { slotOf, ticksOf } from '../../src/analytics/scale.ts'
import { parseAnalyticsSearch } from '../../src/analytics/search.ts'
import { byDay } from '../../src/audit/by-day.ts'
import { changesOf, nameOf } from '../../src/audit/changes.ts'
import { filterOf } from '../../src/audit/conditions.ts'
import { placeOf } from '../../src/audit/place-of.ts'
import { parseAuditSearch } from '../../src/audit/search.ts'
import { tintOf } from '../../src/controls/tint.ts'
import { actsOn, rolesToGive } from '../../src/members/authority.ts'
import { linkOf } from '../../src/members/link.ts'
import { parseMembersSearch } from '../../src/members/search.ts'
import { budgetsOf } from '../../src/organization/budgets.ts'
import { bodyOf, presetWords, unset } from '../../src/project-settings/preset.ts'

const id = '0f6f6a3e-0000-4000-8000-000000000000'

t.test('a new token ends after its days, and never after more than a year', async (t) => {
  const now = new Date('2026-11-24T10:00:00.500Z')
  t.equal(expiryAfter(7, now), '2026-12-01T10:00:00Z')
  const longest = Date.parse(expiryAfter(Math.max(...lifetimes), now))
  t.ok(longest < Date.parse('2027-11-24T10:00:00Z'))
  t.ok(longest > Date.parse('2027-11-24T09:00:00Z'))
})

t.test('admins act on members up to admin, owners on all, and anyone may leave', async (t) => {
  const person = (userId: string, role: 'VIEWER' | 'EDITOR' | 'ADMIN' | 'OWNER') => ({
    userId,
    role,
  })
  const admin = person('a', 'ADMIN')
  t.match(actsOn(person('b', 'EDITOR'), admin), { mayChange: true, mayRemove: true })
  t.match(actsOn(person('b', 'OWNER'), admin), { mayChange: false, mayRemove: false })
  t.match(actsOn(person('b', 'OWNER'), person('a', 'OWNER')), { mayChange: true, mayRemove: true })
  const editor = person('a', 'EDITOR')
  t.match(actsOn(person('b', 'VIEWER'), editor), { mayChange: false, mayRemove: false })
  t.match(actsOn(editor, editor), { isSelf: true, mayChange: false, mayRemove: true })
  t.notOk(rolesToGive('ADMIN').includes('OWNER'))
  t.ok(rolesToGive('OWNER').includes('OWNER'))
  t.same(rolesToGive('EDITOR'), [])
})

t.test('the link of an invitation has its token in the fragment', async (t) => {
  t.equal(linkOf('a b', 'https://x.example'), 'https://x.example/console/invitation#a%20b')
})

t.test('addresses keep the filters that they understand', async (t) => {
  t.same(parseMembersSearch({ q: ' ada ', page: '2', x: 1 }), { q: 'ada', page: 2 })
  t.same(parseMembersSearch({ q: '', page: -1 }), {})
  t.same(parseAnalyticsSearch({ days: 90, widget: id, show: 'opens' }), {
    days: 90,
    widget: id,
    show: 'opens',
  })
  t.same(parseAnalyticsSearch({ days: 5, widget: '../x', show: 'x' }), {})
  const search = { actor: id, kind: 'widget', action: 'widget.publish', request: 'aB3.1' }
  t.same(parseAuditSearch({ ...search, from: '2026-11-01', to: 'then', page: 1.5 }), {
    ...search,
    from: '2026-11-01',
  })
  t.same(parseAuditSearch({ actor: 'me', kind: '<b>', action: 'x', from: '2026-99-01' }), {})
})

t.test('the days of the log are whole days of the reader', async (t) => {
  const { from, to } = filterOf({ from: '2026-11-01', to: '2026-11-01' })
  t.equal(new Date(from ?? '').getTime(), new Date(2026, 10, 1).getTime())
  t.equal(new Date(to ?? '').getTime(), new Date(2026, 10, 2).getTime())
  t.same(filterOf({ thing: id, request: 'r', page: 3 }), { resourceId: id, requestId: 'r' })
})

t.test('changes are shown as before and after, settings key by key', async (t) => {
  t.same(changesOf({ name: { from: 'A', to: 'B' }, folderId: { from: null, to: id } }), [
    { field: 'name', from: 'A', to: 'B' },
    { field: 'folderId', from: null, to: id },
  ])
  t.same(
    changesOf({ config: { from: { gap: 4, rows: 1 }, to: { gap: 8, rows: 1, dots: false } } }),
    [
      { field: 'config.gap', from: '4', to: '8' },
      { field: 'config.dots', from: null, to: 'no' },
    ],
  )
  t.same(changesOf({ tags: { added: ['sea'], removed: [] } }), [
    { field: 'tags', from: null, to: 'sea' },
  ])
  const long = Array.from({ length: 12 }, (_, index) => `picture ${index}`)
  t.same(changesOf({ assetIds: { from: [], to: long } }), [
    { field: 'assetIds', from: null, to: '12 ×' },
  ])
  t.equal(nameOf({ status: { from: 'DRAFT', to: 'PUBLISHED' } }), null)
  t.equal(nameOf({ filename: { from: 'dune.jpg', to: null } }), 'dune.jpg')
})

t.test('an event leads to its thing, unless it is gone', async (t) => {
  const event = { organizationId: 'o', projectId: 'p', resourceId: 'r', resourceType: 'asset' }
  t.same(placeOf({ ...event, action: 'asset.update' }), {
    to: '/p/p/library',
    search: { asset: 'r' },
  })
  t.equal(placeOf({ ...event, action: 'asset.delete' }), null)
  t.same(placeOf({ ...event, resourceType: 'member', action: 'member.update' }), {
    to: '/o/o/members',
  })
  t.equal(placeOf({ ...event, resourceType: 'token', action: 'token.create' }), null)
})

t.test('events of one day stand together, in their order', async (t) => {
  t.same(
    byDay(['a1', 'a2', 'b1', 'a3'], ([day = '']) => day),
    [
      { day: 'a', items: ['a1', 'a2'] },
      { day: 'b', items: ['b1'] },
      { day: 'a', items: ['a3'] },
    ],
  )
})

t.test('axes have few round numbers, the last above all values', async (t) => {
  t.same(ticksOf(0), [0, 1, 2, 3, 4])
  t.same(ticksOf(7), [0, 2, 4, 6, 8])
  t.same(ticksOf(397), [0, 100, 200, 300, 400])
  for (const largest of [1, 9, 10, 11, 99, 1234, 987_654]) {
    const ticks = ticksOf(largest)
    t.ok((ticks.at(-1) ?? 0) >= largest && ticks.length <= 6, String(largest))
    t.ok(ticks.every(Number.isInteger))
  }
  const { start, width } = slotOf(6, 7)
  t.ok(start > 6 / 7 && start + width < 1)
})

t.test('rates and growth are null where they would say nothing', async (t) => {
  t.equal(clickRate({ views: 0, clicks: 3, opens: 0 }), null)
  t.equal(clickRate({ views: 8, clicks: 2, opens: 0 }), 0.25)
  t.equal(growth(5, 0), null)
  t.equal(growth(6, 4), 0.5)
})

t.test('a period is whole days up to today, beside as many days before', async (t) => {
  const { from, before } = spansOf(7, new Date(2026, 10, 24, 15, 30))
  t.equal(new Date(from).getTime(), new Date(2026, 10, 18).getTime())
  t.equal(new Date(before.from).getTime(), new Date(2026, 10, 11).getTime())
  t.equal(before.to, from)
})

t.test('presets have words, and what is left out is removed', async (t) => {
  const none = { w: null, h: null, fit: null, format: null, q: null, gravity: null }
  t.equal(
    presetWords({ ...none, w: 800, h: 600, fit: 'cover', format: 'webp' }),
    '800 × 600 px, cover, WEBP',
  )
  t.equal(presetWords(none), 'as large as the original')
  t.same(bodyOf({ w: '320', h: '', q: ' ' }, { fit: unset, format: 'auto', gravity: unset }), {
    ...none,
    w: 320,
    format: 'auto',
  })
})

t.test('budgets begin with the one that fills first', async (t) => {
  const budget = { used: 1, limit: 10 }
  const usage = {
    projects: budget,
    assets: budget,
    storedBytes: { used: 2_000_000, limit: 10_000_000 },
    widgets: budget,
    apiKeys: budget,
    members: budget,
    invitations: budget,
  }
  const [first] = budgetsOf(usage)
  t.match(first, { id: 'storedBytes', used: 2_000_000, limit: 10_000_000 })
  t.equal(budgetsOf(usage).length, Object.keys(usage).length)
})

t.test('a name has one tint', async (t) => {
  t.equal(tintOf('Ada'), tintOf('Ada'))
  t.ok(tintOf('') >= 0 && tintOf('漢字 𝒜') < 6)
})
