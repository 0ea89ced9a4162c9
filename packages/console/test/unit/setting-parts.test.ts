import { checkConfig } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { widgetSettings } from '../../build/widget-settings.mjs'
import {
  listIn,
  tagsOfPictures,
  toggled,
  widthsIn,
  withWidth,
} from '../../src/editor/settings-form/lists.ts'
import { partProblems, withPart } from '../../src/editor/settings-form/part-problems.ts'
import type { Setting } from '../../src/editor/settings-form/setting.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { assetOf, itemOf } from './editor-samples.ts'

loadWords()

const { header, filterByTags, columnsAt } = widgetSettings().config.GRID as Record<string, Setting>
if (!header || !filterByTags || !columnsAt) throw new Error('a key is missing')

t.test('the form finds in a header what the service refuses, at its place', async (t) => {
  const text = fc.oneof(fc.constantFrom('', 'x', 'x'.repeat(201), 'https://a.example', '/a', 'a b'))
  const button = fc.record({ label: text, url: text }, { requiredKeys: [] })
  const values = fc.record({ title: text, text, button }, { requiredKeys: [] })
  fc.assert(
    fc.property(values, (value) => {
      const refused = checkConfig('GRID', { header: value })
        .map(({ field }) => field)
        .sort()
      const found = partProblems(header, value)
        .map(({ place }) => `config.header.${place}`)
        .sort()
      t.same(found, refused)
      return true
    }),
  )
  t.same(partProblems(header, { button: { label: 'Buy', url: 'shop' } }), [
    { place: 'button.url', words: 'It begins with https://, http://, mailto:, tel: or /' },
  ])
  t.same(partProblems(header, { button: { url: '/shop' } }), [
    { place: 'button.label', words: 'Words on it is missing.' },
  ])
})

t.test('an object without parts is taken out', async (t) => {
  t.same(withPart(undefined, 'title', 'Summer'), { title: 'Summer' })
  t.same(withPart({ title: 'Summer', text: 'x' }, 'title', undefined), { text: 'x' })
  t.equal(withPart({ title: 'Summer' }, 'title', undefined), undefined)
  t.same(withPart('of another layout', 'title', 'Summer'), { title: 'Summer' })
})

t.test('words of a list are taken in and out, each once', async (t) => {
  t.same(toggled(['zoom'], 'share', true), ['zoom', 'share'])
  t.same(toggled(['zoom', 'share'], 'zoom', true), ['share', 'zoom'])
  t.same(toggled(['zoom', 'share'], 'zoom', false), ['share'])
  for (const value of [undefined, true, 'zoom', {}]) t.same(listIn(value), [])
})

t.test('tags to choose from are those of the pictures, in their order', async (t) => {
  const assets = new Map([
    ['a', assetOf('a', { tags: ['sea', 'dawn'] })],
    ['b', assetOf('b', { tags: ['dawn', 'hills'] })],
  ])
  const items = ['b', 'a', 'gone'].map((id) => itemOf(id))
  t.same(tagsOfPictures(items, assets), ['dawn', 'hills', 'sea'])
})

t.test(
  'a table of widths is sorted, and what the service refuses does not get into it',
  async (t) => {
    const rows = fc.array(fc.tuple(fc.nat(12_000), fc.integer({ min: 1, max: 12 })), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(rows, (list) => {
        const table = list.reduce<unknown>((all, row) => withWidth(all, row[0], row), undefined)
        const widths = widthsIn(table).map(([width]) => width)
        t.same(
          widths,
          [...widths].sort((one, other) => one - other),
        )
        return table === undefined || checkConfig('GRID', { columnsAt: table }).length === 0
      }),
    )
    t.same(withWidth({ 480: 2 }, 480, [600, 2]), { 600: 2 })
    t.equal(withWidth({ 480: 2 }, 480, null), undefined)
  },
)
