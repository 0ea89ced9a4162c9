import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  actionsOf,
  actionWords,
  type Kind,
  kinds,
  kindWords,
} from '../../src/audit/action-words.ts'
import { changesOf, fieldWords, nameOf } from '../../src/audit/changes.ts'
import { filterOf, isFiltered } from '../../src/audit/conditions.ts'
import { placeOf } from '../../src/audit/place-of.ts'
import { parseAuditSearch } from '../../src/audit/search.ts'
import { sentenceOf } from '../../src/audit/sentence.ts'
import { loadWords } from '../../src/words/load-words.ts'

const all = kinds.flatMap(actionsOf)
/** Names of what every object has, which a table must not find. */
const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

t.test('each kind and each action of the log has words', async (t) => {
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
  t.equal(fieldWords('watermark.position'), 'Place of the watermark')
  t.equal(fieldWords('watermark.assetId'), 'Watermark')
  for (const unknown of ['q', 'gravity', '', ...inherited]) {
    t.equal(fieldWords(unknown), unknown, 'a field without words keeps its name')
  }
})

t.test('values are read as words, and what there was not is nothing', async (t) => {
  const one = (from: unknown, to: unknown) => changesOf({ field: { from, to } })[0]
  t.match(one(false, true), { from: 'no', to: 'yes' })
  t.match(one(1, 0), { from: '1', to: '0' })
  t.match(one('', null), { from: null, to: null })
  t.match(one([{ assetId: 'a' }], []), { from: '1 ×', to: null }, 'objects say nothing to people')
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
  t.equal(nameOf({ path: { to: 'Summer/Beach' }, name: { to: 'Beach' } }), 'Beach')
  t.equal(nameOf({ filename: { from: 'a.jpg', to: 'b.jpg' } }), 'b.jpg')
  for (const nameless of [
    { name: 'Ada' },
    { name: { from: null, to: 7 } },
    { tags: { added: ['a'] } },
  ]) {
    t.equal(nameOf(nameless), null)
  }
})

const event = (action: string, more: object = {}) => ({
  action,
  organizationId: 'o',
  projectId: 'p',
  resourceId: 'r',
  resourceType: action.split('.')[0] ?? '',
  ...more,
})

t.test('each kind of thing leads to its page, a picture and a folder open on it', async (t) => {
  const of = (kind: string, more: object = {}) => placeOf(event(`${kind}.update`, more))
  t.same(of('widget'), { to: '/p/p/widgets/r' })
  t.same(of('folder'), { to: '/p/p/library', search: { folder: 'r' } })
  t.same(of('asset'), { to: '/p/p/library', search: { asset: 'r' } })
  t.equal(of('api-key')?.to, '/p/p/keys')
  t.equal(of('preset')?.to, '/p/p/settings')
  t.equal(of('signing-key')?.to, '/p/p/settings')
  const ofOrganization = (kind: string) => of(kind, { projectId: null })?.to
  t.equal(ofOrganization('member'), '/o/o/members')
  t.equal(ofOrganization('invitation'), '/o/o/members')
  t.equal(ofOrganization('organization'), '/o/o/settings')
  t.equal(ofOrganization('project'), '/p/r/library')
  t.equal(ofOrganization('widget'), undefined)
  for (const kind of ['account', 'token', 'new-kind', ...inherited]) t.equal(of(kind), null, kind)
})

t.test('a page number alone is no filter, and filters survive a reload', async (t) => {
  t.notOk(isFiltered({ page: 3 }))
  t.ok(isFiltered({ request: 'r' }))
  const search = { kind: 'api-key', action: 'api-key.rotate', to: '2026-11-24', page: 2 }
  t.same(parseAuditSearch(parseAuditSearch(search)), search)
  t.same(Object.keys(filterOf(search)), ['resourceType', 'action', 'to'])
  t.same(filterOf({ thing: 't', request: 'r', page: 3 }), { resourceId: 't', requestId: 'r' })
  const wrong = { actor: 'me', kind: '<b>', action: 'x', from: '2026-99-01', page: 1.5 }
  t.same(parseAuditSearch(wrong), {})
})

t.test(
  'each kind and each action can be chosen as a filter, and the address keeps it',
  async (t) => {
    for (const kind of kinds) t.same(parseAuditSearch({ kind }), { kind })
    for (const action of all) t.same(parseAuditSearch({ action }), { action })
  },
)

t.test(
  'refused calls and reused tokens have sentences, because admins look for them',
  async (t) => {
    t.equal(actionWords('account.refuse'), 'was refused a call, because the session had ended')
    for (const action of ['account.refuse', 'account.token-reused']) {
      t.ok(actionsOf('account').includes(action), 'it can be chosen as a filter')
    }
  },
)

t.test('an event without an actor is not attributed to somebody who is there', async (t) => {
  loadWords()
  const names = new Map([['ada', 'Ada Curator']])
  const sentence = (action: string, resourceId = 'ada') => {
    const { who, did } = sentenceOf({ action, actor: null, resourceId }, names)
    return `${who} ${did}`
  }
  t.equal(
    sentence('account.token-reused'),
    'Ada Curator had a session ended, because its token was used twice',
  )
  t.match(sentence('account.login-failed'), /^Somebody failed to sign in as /)
  t.equal(sentence('account.login-failed', 'gone'), 'Somebody failed to sign in')
  t.equal(sentence('project.refuse'), 'Somebody from outside was refused a call to a project')
  t.equal(sentence('widget.update', 'ada'), 'A former member changed a widget')
  t.equal(sentence('account.delete', 'gone'), 'A former member deleted the account')
})

t.test('an action that the console does not know has a sentence with its name', async (t) => {
  for (const action of ['widget.paint', '', ...inherited]) {
    t.equal(actionWords(action), `did “${action}”`, action)
  }
})

t.test('what is gone has no page, and everything else of a project has one', async (t) => {
  const inProject: Kind[] = ['widget', 'asset', 'folder', 'api-key', 'signing-key', 'preset']
  for (const action of inProject.flatMap(actionsOf)) {
    const isGone = /\.(?:delete|revoke)$/.test(action)
    t.equal(placeOf(event(action)) === null, isGone, action)
  }
  t.equal(placeOf(event('member.leave')), null)
  t.match(placeOf(event('member.join')), { to: '/o/o/members' })
})

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const anyField = fc.oneof(fc.constantFrom('name', 'config', 'tags', ...inherited), fc.string())
const anyChange = fc.oneof(
  fc.record({ from: scalar, to: scalar }),
  fc.record({ added: fc.array(fc.string()), removed: fc.array(fc.string()) }),
  fc.record({ from: fc.dictionary(anyField, scalar), to: fc.dictionary(anyField, scalar) }),
  fc.jsonValue(),
)

t.test('whatever is recorded, each line has a field and texts', async () => {
  const isText = (text: unknown) => text === null || (typeof text === 'string' && text !== '')
  fc.assert(
    fc.property(fc.dictionary(anyField, anyChange), (recorded) =>
      changesOf(recorded).every(
        ({ field, from, to }) =>
          typeof fieldWords(field) === 'string' && isText(from) && isText(to),
      ),
    ),
  )
})

t.test('of two objects each key that differs has a line, and no other', async () => {
  const object = fc.dictionary(anyField, fc.constantFrom(1, 2, 3), { noNullPrototype: true })
  fc.assert(
    fc.property(object, object, (from, to) => {
      const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
      const own = (of: object, key: string) =>
        Object.hasOwn(of, key) ? of[key as never] : undefined
      const changed = keys.filter((key) => own(from, key) !== own(to, key))
      const lines = changesOf({ config: { from, to } })
      return (
        lines.map(({ field }) => field).join('\n') ===
        changed.map((key) => `config.${key}`).join('\n')
      )
    }),
  )
})

t.test('a long list is counted, a short one is written out', async (t) => {
  const list = (length: number) => Array.from({ length }, (_, index) => `tag ${index + 1}`)
  const line = (to: unknown) => changesOf({ tags: { from: null, to } })[0]?.to
  t.equal(line(list(2)), 'tag 1, tag 2')
  t.equal(line(list(8))?.split(', ').length, 8)
  t.equal(line(list(9)), '9 ×')
})

t.test('what was added and removed stands on its side', async (t) => {
  t.same(changesOf({ tags: { added: ['sea'], removed: ['sand', 'dune'] } }), [
    { field: 'tags', from: 'sand, dune', to: 'sea' },
  ])
  t.same(changesOf({ assetIds: { removed: ['a'] } }), [{ field: 'assetIds', from: 'a', to: null }])
})
