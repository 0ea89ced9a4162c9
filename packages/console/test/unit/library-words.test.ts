import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { isTransparent } from '../../src/controls/picture.tsx'
import { changedFields, wordOfAction } from '../../src/library/details/history-words.ts'
import { actionOf } from '../../src/library/grid/actions.ts'
import { kindOf, pixelsOf, textStateOf } from '../../src/library/grid/facts.ts'
import { tagsOf } from '../../src/library/tags.ts'
import { type UsingWidget, widgetsOf } from '../../src/library/usage.ts'
import { rememberedView, rememberView } from '../../src/library/view.ts'
import { inBrowser, storage } from './browser-globals.ts'

const changed = (field: string, from: unknown, to: unknown) =>
  changedFields({ [field]: { from, to } })

t.test('each field that the service records of a picture has a name in words', async (t) => {
  const fields = [
    'filename',
    'altText',
    'decorative',
    'focalPoint',
    'tags',
    'metadata',
    'folderId',
    'contentType',
  ]
  for (const field of fields) {
    const [found] = changed(field, null, 'x')
    t.match(found?.field, /^[A-Z][a-z ]+$/, field)
  }
  t.same(
    changedFields({ width: { from: 1, to: 2 }, height: { from: 1, to: 2 }, sizeBytes: { to: 1 } }),
    [],
  )
})

t.test('what was done to a picture has a sentence, also by an action that is new', async (t) => {
  t.equal(wordOfAction('asset.create'), 'added it')
  t.equal(wordOfAction('asset.replace'), 'replaced the file')
  t.equal(wordOfAction('asset.paint'), 'changed it')
})

t.test('a long value is cut between characters, and says so', async (t) => {
  const [cut] = changed('altText', null, '🌊'.repeat(200))
  t.match(cut?.to, /^(?:🌊)+…$/u)
  t.equal([...(cut?.to ?? '')].length, 160)
  t.equal(changed('altText', null, 'x'.repeat(160))[0]?.to, 'x'.repeat(160), 'not at its limit')
})

t.test('a value of any kind is read as words', async (t) => {
  t.match(changed('decorative', false, true), [{ from: 'no', to: 'yes' }])
  t.match(changed('focalPoint', { x: 0.335, y: 1 }, null), [{ from: '34 % / 100 %', to: '' }])
  t.match(changedFields({ tags: { added: ['a', 'b'], removed: ['c'] } }), [
    { from: 'c', to: 'a, b' },
  ])
  t.match(changed('metadata', { a: 1 }, { a: [2] }), [{ from: '{"a":1}', to: '{"a":[2]}' }])
  t.same(changed('folderId', null, '8c9a'), [{ field: 'Folder', from: '', to: 'moved' }])
  t.same(changed('sha256', 'a', 'b'), [], 'what says nothing to people')
  t.same(changed('altText', null, ''), [], 'nothing to nothing is no line')
  t.same(changedFields({ altText: 'x', tags: null, folderId: 7 }), [], 'what is no change is none')
})

t.test('whatever is recorded, each line has a field and a value', async () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (recorded) =>
      changedFields(recorded).every(
        ({ field, from, to }) => typeof field === 'string' && (from !== '' || to !== ''),
      ),
    ),
  )
})

t.test('a picture is described by its type, its pixels and what its text lacks', async (t) => {
  t.equal(kindOf({ contentType: 'image/webp' }), 'WEBP')
  t.equal(pixelsOf({ width: 300, height: 200 }), '300 × 200')
  t.equal(textStateOf({ altText: 'A boat', decorative: false }), 'present')
  t.equal(textStateOf({ altText: null, decorative: true }), 'decorative')
  t.equal(textStateOf({ altText: null, decorative: false }), 'missing')
})

t.test('keys of a picture do what the list of keys says, with Ctrl and with ⌘', async (t) => {
  const pressed = (key: string, more: object = {}) =>
    actionOf({ key, ctrlKey: false, metaKey: false, ...more })
  const plain = ['Enter', ' ', 'Delete', 'F2', 'Escape'].map((key) => pressed(key))
  t.same(plain, ['open', 'look', 'delete', 'rename', 'clear'])
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    t.equal(pressed('a', modifier), 'all')
    t.equal(pressed('A', modifier), 'all', 'with Caps Lock')
    t.equal(pressed(' ', modifier), 'toggle')
    t.equal(pressed('Delete', modifier), undefined, 'nothing is deleted by another shortcut')
    t.equal(pressed('Enter', modifier), undefined)
  }
  for (const key of ['a', 'x', 'Tab', 'constructor']) t.equal(pressed(key), undefined, key)
})

t.test('tags are those that were typed, without blanks and doubles, in their order', async () => {
  const part = fc.constantFrom('sea', ' sea', 'sand ', 'Sea', ' ', '', 'still life', '海')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const tags = tagsOf(parts.join(','))
      const expected = [...new Set(parts.map((one) => one.trim()))].filter((one) => one !== '')
      return (
        tags.join('\n') === expected.join('\n') && tagsOf(tags.join(', ')).length === tags.length
      )
    }),
  )
})

const widget = fc.constantFrom<Omit<UsingWidget, 'count'>>(
  { id: '1', name: 'Zoo', status: 'PUBLISHED' },
  { id: '2', name: 'Art', status: 'PUBLISHED' },
  { id: '3', name: 'Boat', status: 'DRAFT' },
  { id: '4', name: 'Art', status: 'DRAFT' },
)

t.test('widgets that lose pictures: the live ones first, then those that lose most', async () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(widget, { selector: ({ id }) => id })), (lists) => {
      const found = widgetsOf(lists)
      const uses = lists.flat()
      const rank = ({ status, count }: UsingWidget) => (status === 'PUBLISHED' ? 1000 : 0) + count
      return (
        found.every(({ id, count }) => count === uses.filter((one) => one.id === id).length) &&
        found.length === new Set(uses.map(({ id }) => id)).size &&
        found.every(
          (one, index) => index === 0 || rank(found[index - 1] as UsingWidget) >= rank(one),
        )
      )
    }),
  )
})

t.test(
  'the view of the last visit is remembered, and one that is not known is the grid',
  async (t) => {
    inBrowser(t, { localStorage: storage() })
    t.equal(rememberedView(), 'grid')
    rememberView('list')
    t.equal(rememberedView(), 'list')
    localStorage.setItem('vitrine-library-view', 'cards')
    t.equal(rememberedView(), 'grid')
  },
)

t.test('a browser that keeps nothing shows the grid', async (t) => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  inBrowser(t, { localStorage: { getItem: refuse, setItem: refuse } })
  rememberView('list')
  t.equal(rememberedView(), 'grid')
})

t.test('a picture with a transparent half is told from the same one without', async (t) => {
  const of = (thumbhash: string) => isTransparent({ placeholder: { thumbhash } })
  t.ok(of('G9uCBQBYeHhwd3foeHhwhwdoeIhweIioeA=='))
  t.notOk(of('G9sCBwBaah15iIh0d/d4d4eKgPdnWokA'))
  t.notOk(isTransparent({ placeholder: null }), 'before a job has looked at it')
})
