import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { actionsOf, actionWords, type Kind, kinds } from '../../src/audit/action-words.ts'
import { changesOf, fieldWords, nameOf } from '../../src/audit/changes.ts'
import { placeOf } from '../../src/audit/place-of.ts'
import { parseAuditSearch } from '../../src/audit/search.ts'
import { sentenceOf } from '../../src/audit/sentence.ts'
import { loadWords } from '../../src/words/load-words.ts'

const all = kinds.flatMap(actionsOf)
/** Names of what every object has, which a table must not find. */
const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

t.test(
  'refused calls and reused tokens have sentences, because admins look for them',
  async (t) => {
    t.equal(actionWords('account.refuse'), 'was refused a call, because the session had ended')
    t.equal(
      actionWords('account.token-reused'),
      'had a session ended, because its token was used twice',
    )
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

t.test('each action can be chosen as a filter, and the address keeps it', async (t) => {
  for (const action of all) t.same(parseAuditSearch({ action }), { action })
})

const event = (action: string, more: object = {}) => ({
  action,
  organizationId: 'o',
  projectId: 'p',
  resourceId: 'r',
  resourceType: action.split('.')[0] ?? '',
  ...more,
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

t.test('a thing without a page leads nowhere', async (t) => {
  for (const kind of ['account', 'token', 'new-kind', ...inherited]) {
    t.equal(placeOf(event(`${kind}.create`)), null, kind)
  }
  t.equal(placeOf(event('widget.update', { projectId: null })), null)
})

t.test('a picture and a folder are open on the page that they lead to', async (t) => {
  t.same(placeOf(event('asset.update')), { to: '/p/p/library', search: { asset: 'r' } })
  t.same(placeOf(event('folder.update')), { to: '/p/p/library', search: { folder: 'r' } })
})

t.test('the parts of a watermark have words', async (t) => {
  t.equal(fieldWords('watermark.position'), 'Place of the watermark')
  t.equal(fieldWords('watermark.assetId'), 'Watermark')
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
  t.equal(line([{ assetId: 'a' }]), '1 ×', 'objects say nothing to people')
})

t.test('what was added and removed stands on its side', async (t) => {
  t.same(changesOf({ tags: { added: ['sea'], removed: ['sand', 'dune'] } }), [
    { field: 'tags', from: 'sand, dune', to: 'sea' },
  ])
  t.same(changesOf({ assetIds: { removed: ['a'] } }), [{ field: 'assetIds', from: 'a', to: null }])
})

t.test('an event is named by its thing, in the order of what people know', async (t) => {
  t.equal(nameOf({ path: { to: 'Summer/Beach' }, name: { to: 'Beach' } }), 'Beach')
  t.equal(nameOf({ filename: { from: 'a.jpg', to: 'b.jpg' } }), 'b.jpg')
  t.equal(nameOf({ tags: { added: ['a'] } }), null)
  t.equal(nameOf({ name: { from: null, to: 7 } }), null)
})
