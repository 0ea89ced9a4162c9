import { readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { actionsOf, actionWords, kinds, kindWords } from '../../src/audit/action-words.ts'
import { changesOf, fieldWords, nameOf } from '../../src/audit/changes.ts'
import { filterOf, isFiltered } from '../../src/audit/conditions.ts'
import { placeOf } from '../../src/audit/place-of.ts'
import { parseAuditSearch } from '../../src/audit/search.ts'

t.test('each kind and each action of the log has words', async (t) => {
  const all = kinds.flatMap(actionsOf)
  t.equal(new Set(all).size, all.length)
  for (const kind of kinds) t.match(kindWords(kind), /^[A-Z][A-Za-z ]+$/)
  for (const action of all) t.match(actionWords(action), /^[a-z][A-Za-z, -]+$/, action)
  t.equal(new Set(all.map(actionWords)).size, all.length, 'no two have the same')
})

t.test('fields have words, settings of a widget with their key', async (t) => {
  t.equal(fieldWords('altText'), 'Alt text')
  t.equal(fieldWords('assetIds'), 'Pictures')
  t.equal(fieldWords('config.gap'), 'Space between', 'as in the editor')
  t.equal(fieldWords('theme.imageBorderRadius'), 'Rounding of pictures')
  for (const unknown of ['q', 'gravity', 'constructor', 'toString', '__proto__', '']) {
    t.equal(fieldWords(unknown), unknown, 'a field without words keeps its name')
  }
})

t.test('values are read as words, and what there was not is nothing', async (t) => {
  const one = (from: unknown, to: unknown) => changesOf({ field: { from, to } })[0]
  t.match(one(false, true), { from: 'no', to: 'yes' })
  t.match(one(1, 0), { from: '1', to: '0' })
  t.match(one('', null), { from: null, to: null })
  t.match(one([], ['a', 'b']), { from: null, to: 'a, b' })
  t.match(one([{ assetId: 'a' }], []), { from: '1 ×', to: null })
  t.same(changesOf({ name: 'Ada' }), [{ field: 'name', from: null, to: 'Ada' }])
  t.same(changesOf({ theme: { from: null, to: { gap: 1 } } }), [
    { field: 'theme.gap', from: null, to: '1' },
  ])
  t.same(changesOf({}), [])
})

t.test('an event has the name that its thing has now, or had last', async (t) => {
  t.equal(nameOf({ name: { from: 'Old', to: 'New' } }), 'New')
  t.equal(nameOf({ name: { from: 'Old', to: null } }), 'Old')
  t.equal(nameOf({ email: { from: null, to: 'ada@x.example' } }), 'ada@x.example')
  t.equal(nameOf({ name: { from: null, to: '' }, slug: { from: null, to: 'x' } }), 'x')
  t.equal(nameOf({ name: 'Ada' }), null)
})

t.test('each kind of thing leads to its page', async (t) => {
  const to = (resourceType: string, projectId: string | null = 'p') =>
    placeOf({
      organizationId: 'o',
      projectId,
      resourceType,
      resourceId: 'r',
      action: `${resourceType}.update`,
    })?.to ?? null
  t.same(
    ['widget', 'folder', 'asset', 'api-key', 'preset', 'signing-key'].map((kind) => to(kind)),
    [
      '/p/p/widgets/r',
      '/p/p/library',
      '/p/p/library',
      '/p/p/keys',
      '/p/p/settings',
      '/p/p/settings',
    ],
  )
  t.same(
    ['member', 'invitation', 'organization', 'project'].map((kind) => to(kind, null)),
    ['/o/o/members', '/o/o/members', '/o/o/settings', '/p/r/library'],
  )
  t.equal(to('widget', null), null)
  t.equal(to('account'), null)
})

t.test('a page number alone is no filter, and filters survive a reload', async (t) => {
  t.notOk(isFiltered({ page: 3 }))
  t.ok(isFiltered({ request: 'r' }))
  const search = { kind: 'api-key', action: 'api-key.rotate', to: '2026-11-24', page: 2 }
  t.same(parseAuditSearch(parseAuditSearch(search)), search)
  t.same(Object.keys(filterOf(search)), ['resourceType', 'action', 'to'])
})

t.test('the page of the log has the list of kinds that the address may name', async (t) => {
  for (const kind of kinds) t.same(parseAuditSearch({ kind }), { kind })
  const source = readFileSync(new URL('../../src/audit/filters.tsx', import.meta.url), 'utf8')
  t.match(source, /kinds/)
})
