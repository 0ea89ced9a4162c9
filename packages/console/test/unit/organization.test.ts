import t from '@vitrine/testing/t'
import { filterOf } from '../../src/audit/conditions.ts'
import { parseAuditSearch } from '../../src/audit/search.ts'
import { budgetsOf } from '../../src/organization/budgets.ts'
import { bodyOf, presetWords, unset } from '../../src/project-settings/preset.ts'

const id = '0f6f6a3e-0000-4000-8000-000000000000'

t.test('addresses keep the filters that they understand', async (t) => {
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
