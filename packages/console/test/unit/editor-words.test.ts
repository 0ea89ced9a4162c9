import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { widgetSettings } from '../../build/widget-settings.mjs'
import { labelOfConflict, wordsOfSide } from '../../src/editor/conflicts/words.ts'
import { editItem, moveTo, remove } from '../../src/editor/order/edits.ts'
import {
  lineOf,
  listWords,
  partWords,
  summaryOf,
} from '../../src/editor/publish/difference-words.ts'
import type { Setting } from '../../src/editor/settings-form/setting.ts'
import { differencesOf } from '../../src/editor/working-copy/differences.ts'
import type { Fields } from '../../src/editor/working-copy/fields.ts'
import { type Conflict, merge } from '../../src/editor/working-copy/merge.ts'
import { labelOf, valueWords, wordsOfValue } from '../../src/publishing/setting-words.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { fieldsWith, names } from './editor-samples.ts'

loadWords()

const base = fieldsWith(['a', 'b', 'c', 'd', 'e'])

/** Names of things that every object has, which are no words of ours. */
const hostile = fc.oneof(
  fc.constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
)

t.test('every key and value has words, also one with the name of a property', async (t) => {
  fc.assert(
    fc.property(hostile, (text) => {
      t.type(labelOf(text), 'string')
      t.type(wordsOfValue(text), 'string')
      return valueWords(text) !== '' || text === ''
    }),
    { numRuns: 200 },
  )
})

t.test('a text that a person has written is shown as it is', async (t) => {
  const written = fc.oneof(
    fc.constantFrom('none', 'left', 'auto', 'dark', 'start', 'constructor'),
    hostile.filter((text) => text !== ''),
  )
  fc.assert(
    fc.property(written, (text) => {
      const renamed = lineOf({ part: 'name', key: '', from: 'Summer', to: text })
      const labelled = lineOf({ part: 'config', key: 'ariaLabel', from: text, to: undefined })
      return renamed.to === text && labelled.from === text
    }),
    { numRuns: 200 },
  )
  t.equal(lineOf({ part: 'name', key: '', from: 'Summer', to: '' }).to, 'empty')
})

t.test('values of settings have their words on both sides of a line', async (t) => {
  const rows: [key: string, from: unknown, to: unknown, words: [string, string, string]][] = [
    ['objectFit', 'cover', 'contain', ['Pictures in the frames', 'Fill, cropped', 'Whole']],
    ['lightbox', true, false, ['Enlarge on click', 'on', 'off']],
    ['columns', undefined, 3, ['Columns', 'not set', '3']],
    ['min_column_width', 200, null, ['Smallest width of a column', '200', 'not set']],
    ['labels', {}, { next: 'Weiter' }, ['Texts of the controls', '{}', '{"next":"Weiter"}']],
  ]
  for (const [key, from, to, words] of rows) {
    const line = lineOf({ part: 'config', key, from, to })
    t.same([line.label, line.from, line.to], words, key)
  }
  t.equal(partWords('layout', ''), 'Layout')
  t.match(lineOf({ part: 'layout', key: '', from: 'SLIDER', to: 'LIST_VERTICAL' }), {
    from: 'Slider',
    to: 'Vertical list',
  })
})

t.test(
  'each word of a choice in the contract is a word for people, and no two are the same',
  async (t) => {
    const { config, theme } = widgetSettings() as {
      config: Record<string, Record<string, Setting>>
      theme: Record<string, Setting>
    }
    for (const settings of [...Object.values(config), theme]) {
      for (const [key, setting] of Object.entries(settings)) {
        if (setting.kind !== 'oneOf' && setting.kind !== 'choices') continue
        const words = setting.values.map(valueWords)
        t.equal(new Set(words).size, setting.values.length, `${key}: ${words.join(', ')}`)
      }
      const labels = Object.keys(settings).map(labelOf)
      t.equal(new Set(labels).size, labels.length, 'and no two keys of a form have the same label')
    }
  },
)

const wordsFrom = (edit: (fields: Fields) => Fields, from = base) =>
  listWords(differencesOf(from, edit(from)))

t.test('changes of the list are counted, one and many', async (t) => {
  const caption = (key: string) => editItem(key, { caption: 'Dunes' })
  t.same(wordsFrom(remove(new Set(['a.0']))), ['1 picture removed'])
  t.same(wordsFrom(remove(new Set(['a.0', 'b.0']))), ['2 pictures removed'])
  t.same(wordsFrom(moveTo(new Set(['c.0']), 0)), ['1 picture moved'])
  t.same(wordsFrom(caption('a.0')), ['Texts or link of 1 picture'])
  t.same(
    wordsFrom((fields) => caption('b.0')(caption('a.0')(fields))),
    ['Texts or links of 2 pictures'],
  )
  t.same(listWords(differencesOf(fieldsWith(['a']), fieldsWith(names(500)))), [
    '500 pictures added',
    '1 picture removed',
  ])
  t.same(
    wordsFrom((fields) => fields),
    [],
  )
})

t.test('a summary names every part that differs, once', async (t) => {
  const after = remove(new Set(['b.0']))({
    ...base,
    name: 'Winter',
    config: { gap: 8 },
    theme: { accentColor: 'tomato' },
  })
  t.equal(summaryOf(differencesOf(base, after)), 'Name, Space between, Accent, 1 picture removed')
  t.equal(summaryOf(differencesOf(base, base)), '')
})

const conflictsOf = (mine: Fields, theirs: Fields): readonly Conflict[] =>
  merge(base, mine, theirs).conflicts

const sidesOf = (mine: Fields, theirs: Fields) =>
  conflictsOf(mine, theirs).map((conflict) => [
    labelOfConflict(conflict, 'Dunes'),
    wordsOfSide(conflict, 'mine'),
    wordsOfSide(conflict, 'theirs'),
  ])

t.test('a choice names what it is about, and both of its sides', async (t) => {
  const [b, c] = [
    editItem('b.0', { caption: 'none', altText: null, link: { url: '/a', newTab: false } })(base),
    editItem('b.0', { caption: '', altText: null, link: { url: '/a', newTab: true } })(base),
  ]
  t.same(sidesOf(b, c), [
    ['Caption of “Dunes”', 'none', 'empty'],
    ['Link of “Dunes”', '/a', '/a, in a new tab'],
  ])
  t.same(
    sidesOf(editItem('b.0', { altText: 'A dune' })(base), editItem('b.0', { altText: '' })(base)),
    [['Alt text of “Dunes”', 'A dune', 'empty']],
  )
  t.same(sidesOf(remove(new Set(['b.0']))(base), c), [['Dunes', 'removed', 'kept, with changes']])
  t.same(sidesOf(moveTo(new Set(['a.0']), 4)(base), moveTo(new Set(['a.0']), 2)(base)), [
    ['Order of the pictures', 'my order', 'their order'],
  ])
  t.same(sidesOf({ ...base, layout: 'SLIDER' }, { ...base, layout: 'MASONRY' }), [
    ['Layout', 'Slider', 'Masonry'],
  ])
  t.same(sidesOf({ ...base, config: { gap: 8 } }, { ...base, config: { gap: 24 } }), [
    ['Space between', '8', '24'],
  ])
})

t.test('the sides of a choice never read the same', async () => {
  const link = fc.option(fc.record({ url: fc.constantFrom('/a', '/b'), newTab: fc.boolean() }), {
    nil: null,
  })
  const text = fc.constantFrom(null, '', 'left', 'Left', 'Dunes')
  const change = fc.record({ caption: text, altText: text, link })
  fc.assert(
    fc.property(change, change, (one, other) => {
      const pairs = sidesOf(editItem('b.0', one)(base), editItem('b.0', other)(base))
      return pairs.every(([, mine, theirs]) => mine !== theirs)
    }),
    { numRuns: 200 },
  )
})

t.test('a long text is cut between letters, not within one', async (t) => {
  const theirs = { ...base, name: '🌊'.repeat(100) }
  const [[, , words] = []] = sidesOf({ ...base, name: 'Sea' }, theirs)
  t.equal(words, `${'🌊'.repeat(60)}…`)
})
