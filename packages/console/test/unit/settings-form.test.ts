import { checkConfig, checkTheme, type Layout } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { widgetSettings } from '../../build/widget-settings.mjs'
import {
  parsed,
  type Setting,
  settingIn,
  spelled,
  textsOf,
  withValue,
} from '../../src/editor/settings-form/setting.ts'
import { groups } from '../../src/editor/settings-form/setting-groups.ts'
import { labelOf, valueWords, wordsOfValue } from '../../src/publishing/setting-words.ts'

type Row = {
  part: 'config' | 'theme'
  layout: Layout
  key: string
  setting: Setting
}

const { config, theme } = widgetSettings() as {
  config: Record<Layout, Record<string, Setting>>
  theme: Record<string, Setting>
}
const layouts = Object.keys(config) as Layout[]
/** Every key of every layout, and of the theme. */
const rows: Row[] = [
  ...layouts.flatMap((layout) =>
    Object.entries(config[layout]).map(
      ([key, setting]): Row => ({ part: 'config', layout, key, setting }),
    ),
  ),
  ...Object.entries(theme).map(
    ([key, setting]): Row => ({ part: 'theme', layout: 'GRID', key, setting }),
  ),
]

/** What the service says of a value. */
const isAccepted = ({ part, layout, key }: Row, value: unknown): boolean =>
  (part === 'config' ? checkConfig(layout, { [key]: value }) : checkTheme({ [key]: value }))
    .length === 0

/** A strict reading of colours, in the place of the browser's. */
const isColour = (text: string) => /^(#[0-9a-f]{6}|tomato|rgb\(0 0 0 \/ 50%\))$/.test(text)

const colours = fc.constantFrom('#102030', 'tomato', 'rgb(0 0 0 / 50%)')
const typed = fc.oneof(
  fc.integer({ min: -10, max: 70_000 }).map(String),
  fc.constantFrom('auto', '16/9', '16:9', '0/0', '', ' ', '1.5', '1e3', '٣', '0x10', '+4'),
  fc.constantFrom('Georgia, serif', 'a;b', 'url(x)', '<b>', 'red;'),
  fc.string({ maxLength: 20 }),
  colours,
)

/** Texts that are values of the kind. */
function validText(setting: Setting): fc.Arbitrary<string> | null {
  if (setting.kind === 'whole') {
    return fc.integer({ min: setting.minimum, max: setting.maximum }).map(String)
  }
  if (setting.kind === 'either') {
    const { minimum, maximum, words } = setting
    return fc.oneof(
      fc.integer({ min: minimum, max: maximum }).map(String),
      fc.constantFrom(...words),
    )
  }
  return setting.kind === 'colour' ? colours : null
}

t.test('whatever is typed, the form takes nothing that the service refuses', async (t) => {
  for (const row of rows) {
    fc.assert(
      fc.property(typed, (text) => {
        const value = parsed(row.setting, text, isColour)
        return value === undefined || isAccepted(row, value)
      }),
      { numRuns: 60 },
    )
  }
  t.ok(rows.length > 80, `${rows.length} keys`)
})

t.test('the form takes every value of a range, every word and every colour', async (t) => {
  for (const { setting, key } of rows) {
    const texts = validText(setting)
    if (texts === null) continue
    fc.assert(
      fc.property(texts, (text) => String(parsed(setting, ` ${text} `, isColour)) === text),
      { numRuns: 30 },
    )
    t.pass(key)
  }
})

t.test('the ends of a range are in it, what is beyond is not', async (t) => {
  for (const { setting, key } of rows) {
    if (setting.kind !== 'whole' && setting.kind !== 'either') continue
    const { minimum, maximum } = setting
    const of = (number: number) => parsed(setting, String(number), isColour)
    t.same([of(minimum), of(maximum)], [minimum, maximum], key)
    t.same([of(minimum - 1), of(maximum + 1)], [undefined, undefined], key)
  }
})

t.test('choices and switches offer what the service accepts, and their default', async (t) => {
  for (const row of rows) {
    const { setting, key } = row
    const offered =
      setting.kind === 'oneOf' ? setting.values : setting.kind === 'flag' ? [true, false] : []
    for (const value of offered) t.ok(isAccepted(row, value), `${key}: ${value}`)
    if (setting.kind === 'choices') t.ok(isAccepted(row, setting.values), key)
    if (setting.fallback !== undefined) t.ok(isAccepted(row, setting.fallback), key)
    if (setting.kind === 'oneOf') t.notOk(isAccepted(row, 'elsewhere'), key)
  }
})

t.test('lines of texts become an object that the service accepts', async (t) => {
  const row = rows.find(({ setting }) => setting.kind === 'texts')
  if (row === undefined) throw new Error('no key has texts')
  const names = fc.stringMatching(/^[a-z][a-zA-Z]{0,10}$/)
  const words = fc.stringMatching(/^[A-Za-zäöü{}:, ]{0,40}$/).map((text) => text.trim())
  fc.assert(
    fc.property(fc.dictionary(names, words), (texts) => {
      const lines = Object.entries(texts).map(([name, text]) => `${name}: ${text}`)
      const read = textsOf(lines.join('\n'))
      t.same(read, texts)
      return isAccepted(row, read)
    }),
  )
  t.equal(textsOf(`next: ${'x'.repeat(201)}`), null, 'longer than the service takes')
})

t.test('a key is set and taken out in the spelling that it has', async (t) => {
  const keys = fc.constantFrom('gap', 'minColumnWidth', 'captionFontSize')
  const values = fc.dictionary(
    fc.constantFrom('gap', 'minColumnWidth', 'min_column_width', 'own'),
    fc.nat(9),
  )
  fc.assert(
    fc.property(values, keys, fc.nat(9), (before, key, value) => {
      const after = withValue(before, key, value)
      const others = Object.keys(before).filter((name) => name !== spelled(before, key))
      return (
        settingIn(after, key) === value &&
        !Object.hasOwn(withValue(after, key, undefined), spelled(after, key)) &&
        others.every((name) => after[name] === before[name])
      )
    }),
  )
  t.equal(settingIn({ gap: null }, 'gap'), undefined, 'null counts as left out')
})

t.test('every key has a label and is in one group at most', async (t) => {
  const placed = groups().flatMap(({ keys, rare }) => [...keys, ...rare])
  t.equal(new Set(placed).size, placed.length)
  const known = new Set(rows.map(({ key }) => key))
  for (const key of placed) t.ok(known.has(key), `${key} is a key of a layout`)
  for (const key of known) t.match(labelOf(key), /^[A-Z][a-z]/, key)
  t.equal(labelOf('min_column_width'), labelOf('minColumnWidth'))
  t.equal(labelOf('someNewKey'), 'Some new key', 'a key that is not known here')
})

t.test('values have words', async (t) => {
  t.equal(wordsOfValue(undefined), 'not set')
  t.equal(wordsOfValue(true), 'on')
  t.equal(wordsOfValue(''), 'empty')
  t.equal(wordsOfValue('contain'), valueWords('contain'))
  t.equal(wordsOfValue(24), '24')
  t.equal(wordsOfValue({ next: 'Weiter' }), '{"next":"Weiter"}')
  const choices = rows.flatMap(({ setting }) => (setting.kind === 'oneOf' ? setting.values : []))
  for (const value of choices) t.match(valueWords(value), /^[A-Z]/, value)
})
