import { checkTheme, slugPattern } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { widgetSettings } from '../../build/widget-settings.mjs'
import { editItem } from '../../src/editor/order/edits.ts'
import { isAddress } from '../../src/editor/order/is-address.ts'
import { type Problem, picturesField, problemsOf } from '../../src/editor/problems.ts'
import type { Rgba } from '../../src/editor/settings-form/contrast.ts'
import type { Fields } from '../../src/editor/working-copy/fields.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { assetOf, assetsOf, fieldsWith, itemOf, names, texts } from './editor-samples.ts'

loadWords()

const sound = fieldsWith(['a', 'b', 'c'])
const assets = new Map([...assetsOf(['a', 'b', 'c']), ['bare', assetOf('bare', { altText: null })]])

/** `#rrggbb` alone, in the place of the browser's reading. */
const read = (text: string): Rgba | null => {
  const [, ...pairs] = /^#(..)(..)(..)$/.exec(text) ?? []
  const [red, green, blue] = pairs.map((pair) => Number.parseInt(pair, 16))
  return red === undefined || green === undefined || blue === undefined
    ? null
    : [red, green, blue, 1]
}
const problems = (fields: Fields): Problem[] => problemsOf(fields, assets, read)

type Case = { id: string; broken: Fields; repaired: Fields; words: string; isBlocking: boolean }

const link = (url: string) => ({ link: { url, newTab: false } })
const bare = fieldsWith(['a', 'bare'])
const themed = (theme: Record<string, string>): Fields => ({ ...sound, theme })

/** Every kind of problem, with a state that has it and one that has not. */
const cases: Case[] = [
  {
    id: 'name',
    isBlocking: true,
    words: 'The widget has no name.',
    broken: { ...sound, name: ' \t' },
    repaired: { ...sound, name: 'S' },
  },
  {
    id: 'slug',
    isBlocking: true,
    words: 'The name in addresses is not valid.',
    broken: { ...sound, slug: 'Summer--show' },
    repaired: { ...sound, slug: 'summer-show' },
  },
  {
    id: 'video.a.0',
    isBlocking: true,
    words: 'The video of “Alt of a” is not an address.',
    broken: editItem('a.0', { video: { url: '/film' } })(sound),
    repaired: editItem('a.0', { video: { url: 'https://video.example/film' } })(sound),
  },
  {
    id: 'empty',
    isBlocking: false,
    words: 'The widget shows no pictures.',
    broken: { ...sound, items: [] },
    repaired: sound,
  },
  {
    id: 'alt.bare.0',
    isBlocking: false,
    words: '“bare.jpg” has no alt text.',
    broken: bare,
    repaired: editItem('bare.0', { altText: 'A wall' })(bare),
  },
  {
    id: 'alt.bare.0',
    isBlocking: false,
    words: '“Wall” has no alt text.',
    broken: editItem('bare.0', { caption: 'Wall' })(bare),
    repaired: editItem('bare.0', { caption: 'Wall', altText: '' })(bare),
  },
  {
    id: 'link.b.0',
    isBlocking: true,
    words: 'The link of “Alt of b” is not an address.',
    broken: editItem('b.0', link('museum.example'))(sound),
    repaired: editItem('b.0', link('https://museum.example'))(sound),
  },
  {
    id: 'contrast.captionColor',
    isBlocking: false,
    words: 'Text of captions: the contrast is 4.4 : 1, and 4.5 : 1 is needed.',
    ...{
      broken: themed({ captionColor: '#777777' }),
      repaired: themed({ captionColor: '#767676' }),
    },
  },
  {
    id: 'contrast.accentColor',
    isBlocking: false,
    words: 'Accent: the contrast is 1.0 : 1, and 3 : 1 is needed.',
    broken: themed({ accentColor: '#121212', colorScheme: 'dark' }),
    repaired: themed({ accentColor: '#121212', colorScheme: 'light' }),
  },
  {
    id: 'contrast.controlColor',
    isBlocking: false,
    words: 'Symbols of controls: the contrast is 1.0 : 1, and 3 : 1 is needed.',
    broken: themed({ controlColor: '#ffffff', controlBackground: '#ffffff' }),
    repaired: themed({ controlColor: '#ffffff', controlBackground: '#000000' }),
  },
]

for (const { id, broken, repaired, words, isBlocking } of cases) {
  t.test(`${id}: “${words}” is there, and goes away`, async (t) => {
    t.match(problems(broken), [{ id, words, isBlocking }])
    t.equal(problems(broken).length, 1, 'nothing else is wrong')
    t.same(problems(repaired), [])
  })
}

const fields: fc.Arbitrary<Fields> = fc.record({
  name: fc.constantFrom('', ' ', 'Summer'),
  slug: fc.constantFrom('', 'summer', 'Summer', 'a-b', '-a', 'ä'),
  layout: fc.constant('GRID'),
  config: fc.constant({}),
  theme: fc.dictionary(
    fc.constantFrom('captionColor', 'captionBackground', 'controlColor', 'controlBackground'),
    fc.constantFrom('#777777', '#888888', '#ffffff', 'tomato'),
  ),
  items: fc
    .array(fc.record({ id: fc.constantFrom('a', 'bare', 'gone'), own: texts, url: fc.boolean() }), {
      maxLength: 6,
    })
    .map((list) =>
      list.map(({ id, own, url }, index) =>
        itemOf(`${id}.${index}`, { ...own, ...(url && link('not an address')) }),
      ),
    ),
})

t.test('each problem has a sentence, a name of its own and a place that there is', async () => {
  const known = new Set(['name', 'slug', picturesField])
  for (const key of Object.keys(widgetSettings().theme)) known.add(`theme.${key}`)
  fc.assert(
    fc.property(fields, (state) => {
      const found = problems(state)
      const ids = found.map(({ id }) => id)
      const keys = new Set(state.items.map(({ key }) => key))
      return (
        new Set(ids).size === ids.length &&
        found.every(
          ({ id, words, key, field }) =>
            /^.+\.$/s.test(words) &&
            (key === undefined) !== (field === undefined) &&
            (key === undefined || (keys.has(key) && id.endsWith(`.${key}`))) &&
            (field === undefined || known.has(field)),
        )
      )
    }),
    { numRuns: 300 },
  )
})

t.test('of what is not known nothing is said', async (t) => {
  t.same(problems(fieldsWith(['gone'])), [], 'a deleted picture')
  t.same(problems(themed({ controlColor: '#ffffff' })), [], 'a colour without its background')
  t.same(problems(themed({ captionColor: 'no colour' })), [])
})

t.test('what blocks is what the service refuses: names, slugs and links', async (t) => {
  fc.assert(
    fc.property(fields, (state) => {
      const isRefused =
        state.name.trim() === '' ||
        !new RegExp(slugPattern).test(state.slug) ||
        state.items.some((item) => item.link !== null && !isAddress(item.link.url))
      t.same(checkTheme(state.theme), [], 'colours without contrast are colours')
      return problems(state).some(({ isBlocking }) => isBlocking) === isRefused
    }),
    { numRuns: 200 },
  )
})

t.test(
  'problems of places stand in the order of the list, after those of the widget',
  async (t) => {
    const state = {
      ...fieldsWith(['bare', 'a']),
      name: '',
      slug: '',
      theme: { captionColor: '#777777' },
    }
    const broken = editItem('a.0', link('x'))(editItem('bare.0', link('y'))(state))
    t.same(
      problems(broken).map(({ id }) => id),
      ['name', 'slug', 'alt.bare.0', 'link.bare.0', 'link.a.0', 'contrast.captionColor'],
    )
  },
)

t.test('one picture without a text is one problem for each of its places', async (t) => {
  const list = { ...sound, items: names(500).map((_, index) => itemOf(`bare.${index}`)) }
  t.equal(problems(list).length, 500)
  const one = editItem('bare.250', { altText: 'Here' })(list)
  t.equal(problems(one).length, 499)
  t.notOk(problems(one).some(({ key }) => key === 'bare.250'))
})

t.test('links are addresses as the service takes them', async (t) => {
  const right = [
    'https://museum.example',
    'http://museum.example:8080/a?b=c#d',
    'https://müseum.example/ä',
    'mailto:ada@museum.example',
    'tel:+49-30-1',
    '/',
    '/shop/a?b',
    '/a//b',
    '/#top',
  ]
  const wrong = [
    '',
    ' ',
    'museum.example',
    'https://',
    'https:///x',
    'https://?a',
    'HTTPS://museum.example',
    '//museum.example',
    '/\\museum.example',
    '/a\\b',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a b',
    ' https://a.example',
    'https://a.example\n',
    '#top',
    `/${'x'.repeat(2000)}`,
  ]
  for (const url of right) t.ok(isAddress(url), url)
  for (const url of wrong) t.notOk(isAddress(url), JSON.stringify(url))
})
