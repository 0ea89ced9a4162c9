import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { widgetSettings } from '../../build/widget-settings.mjs'
import { parsed, type Setting, textsOf } from '../../src/editor/settings-form/setting.ts'
import { groups, unitWords } from '../../src/editor/settings-form/setting-groups.ts'
import { hintOf, problemOf } from '../../src/editor/settings-form/setting-hints.ts'
import { labelOf } from '../../src/publishing/setting-words.ts'
import { loadWords } from '../../src/words/load-words.ts'

loadWords()

type Keys = Record<string, Setting>
const { config, theme } = widgetSettings() as { config: Record<string, Keys>; theme: Keys }
const forms: [name: string, keys: Keys][] = [...Object.entries(config), ['theme', theme]]
const rows = forms.flatMap(([form, keys]) =>
  Object.entries(keys).map(([key, setting]) => ({ form, key, setting })),
)
const numbers = rows.flatMap(({ form, key, setting }) =>
  setting.kind === 'whole' || setting.kind === 'either' ? [{ form, key, setting }] : [],
)
const noColour = () => false

t.test('each form has the keys that the layout is known for', async (t) => {
  const kindsOf = (keys: Keys | undefined) =>
    Object.fromEntries(Object.entries(keys ?? {}).map(([key, { kind }]) => [key, kind]))
  t.match(kindsOf(config.GRID), { columns: 'either', minColumnWidth: 'whole', gap: 'whole' })
  t.match(kindsOf(config.CAROUSEL), { autoplay: 'flag', slidesPerView: 'whole', labels: 'texts' })
  t.match(kindsOf(config.SLIDER), { transition: 'oneOf', transitionDuration: 'whole' })
  t.match(kindsOf(config.LIST_HORIZONTAL), { snap: 'flag', itemWidth: 'whole' })
  t.match(kindsOf(theme), { accentColor: 'colour', colorScheme: 'oneOf', fontFamily: 'text' })
  for (const [form, keys] of forms.slice(0, -1)) {
    t.match(kindsOf(keys), { objectFit: 'oneOf', lightbox: 'flag', aspectRatio: 'text' }, form)
  }
})

t.test('a number’s hint has its ends and its default, and so has its message', async (t) => {
  for (const { form, key, setting } of numbers) {
    const { minimum, maximum, unit, fallback } = setting
    const name = `${form}.${key}`
    const ends = `${minimum}–${maximum}`
    t.ok(hintOf(key, setting).startsWith(ends), name)
    t.match(problemOf(key, setting), ends, name)
    if (unit !== '') t.match(hintOf(key, setting), `${ends} ${unitWords(unit)}`, name)
    if (typeof fallback === 'number') {
      t.ok(hintOf(key, setting).endsWith(`Default: ${fallback}`), name)
      t.equal(parsed(setting, String(fallback), noColour), fallback, 'the default is in the range')
    }
  }
  t.ok(numbers.length > 20)
})

t.test('a word beside a number is in the hint and in the message', async (t) => {
  const { columns } = config.GRID ?? {}
  if (columns === undefined) throw new Error('there are no columns')
  t.equal(hintOf('columns', columns), '1–12, “auto” · Default: Automatic')
  t.equal(problemOf('columns', columns), 'A whole number is needed: 1–12, or “auto”.')
})

t.test('every key whose text can be wrong says so in a sentence', async (t) => {
  const typed = rows.filter(({ setting: { kind } }) => !['flag', 'oneOf', 'someOf'].includes(kind))
  for (const { form, key, setting } of typed) {
    t.match(problemOf(key, setting), /^[A-Z].*\.$/s, `${form}.${key}`)
    t.notMatch(problemOf(key, setting), /undefined|NaN|\{/, `${form}.${key}`)
  }
  t.ok(typed.length > 50)
})

t.test(
  'what a message says is true: such a text is refused, and its example is taken',
  async (t) => {
    const { aspectRatio, ariaLabel } = config.GRID ?? {}
    const { fontFamily } = theme
    if (!aspectRatio || !ariaLabel || !fontFamily) throw new Error('a key is missing')
    const rows: [key: string, setting: Setting, wrong: string, right: string][] = [
      ['aspectRatio', aspectRatio, '16', '16/9'],
      ['aspectRatio', aspectRatio, 'wide', 'auto'],
      ['fontFamily', fontFamily, 'url(font)', 'Georgia, serif'],
      ['ariaLabel', ariaLabel, 'x'.repeat(201), 'x'.repeat(200)],
    ]
    for (const [key, setting, wrong, right] of rows) {
      t.equal(parsed(setting, wrong, noColour), undefined, `${key}: ${wrong}`)
      t.equal(parsed(setting, right, noColour), right, `${key}: ${right}`)
    }
    t.match(problemOf('ariaLabel', ariaLabel), '200')
    t.equal(textsOf(`next: ${'x'.repeat(200)}`)?.next?.length, 200)
  },
)

t.test('numbers are taken in any spelling that is one, and no other', async (t) => {
  const { gap } = config.GRID ?? {}
  if (gap?.kind !== 'whole') throw new Error('there is no gap')
  for (const text of ['1e1', '0x10', '+4', '-0', '4.0', '１２', '٤', '4 px', 'NaN', 'Infinity']) {
    t.equal(parsed(gap, text, noColour), undefined, text)
  }
  fc.assert(
    fc.property(fc.integer({ min: gap.minimum, max: gap.maximum }), fc.nat(3), (number, zeros) => {
      const text = `${'0'.repeat(zeros)}${number}`
      return parsed(gap, `\t${text} `, noColour) === number
    }),
  )
})

t.test('keys of one group stand together, each in one group of the form', async (t) => {
  const placed = groups().flatMap(({ keys }) => keys)
  t.equal(new Set(placed).size, placed.length)
  for (const [form, keys] of forms.slice(0, -1)) {
    const without = Object.keys(keys).filter((key) => !placed.includes(key))
    t.same(without, [], `${form}: none is left for “More”`)
  }
  t.equal(new Set(groups().map(({ label }) => label)).size, groups().length)
  t.equal(labelOf('gap'), 'Space between')
})
