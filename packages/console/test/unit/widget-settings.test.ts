import t from '@vitrine/testing/t'
import { widgetSettings } from '../../build/widget-settings.mjs'
import { isAddress } from '../../src/editor/order/is-address.ts'
import { contrastOf, contrastRatio, type Rgba } from '../../src/editor/settings-form/contrast.ts'
import {
  parsed,
  type Setting,
  settingIn,
  textOf,
  textsOf,
  withValue,
} from '../../src/editor/settings-form/setting.ts'
import { dressed, themeOf, themes } from '../../src/editor/settings-form/themes.ts'

const settings = widgetSettings()
const anyColour = (text: string) => /^#[0-9a-f]{3,6}$/.test(text)

t.test('the form has a control for every key of every layout and of the theme', async (t) => {
  const layouts = Object.values(settings.config)
  t.equal(layouts.length, 6)
  for (const keys of [...layouts, settings.theme]) {
    for (const [key, { kind, description }] of Object.entries(keys)) {
      t.not(kind, 'other', key)
      t.ok(description, key)
    }
  }
})

t.test('texts become values of their kind, or nothing', async (t) => {
  const { gap, columns, aspectRatio } = settings.config.GRID as Record<string, Setting>
  const cases: [Setting | undefined, string, unknown][] = [
    [gap, ' 24 ', 24],
    [gap, '201', undefined],
    [gap, '1.5', undefined],
    [gap, '-1', undefined],
    [columns, 'auto', 'auto'],
    [columns, '12', 12],
    [columns, '13', undefined],
    [aspectRatio, '16/9', '16/9'],
    [aspectRatio, '16', undefined],
    [settings.theme.accentColor, '#123', '#123'],
    [settings.theme.accentColor, 'url(x)', undefined],
    [settings.theme.fontFamily, 'Größe, serif', 'Größe, serif'],
    [settings.theme.fontFamily, 'a;b', undefined],
  ]
  for (const [setting, text, value] of cases) {
    t.ok(setting)
    if (setting) t.equal(parsed(setting, text, anyColour), value, text)
  }
})

t.test('a value that another layout does not check has no text', async (t) => {
  for (const value of [undefined, null, true, [1], {}, { toString: {} }]) t.equal(textOf(value), '')
  t.equal(textOf(0), '0')
  t.equal(textOf('16/9'), '16/9')
})

t.test('a key keeps the spelling that it has', async (t) => {
  t.equal(settingIn({ min_column_width: 200 }, 'minColumnWidth'), 200)
  t.same(withValue({ min_column_width: 200 }, 'minColumnWidth', 240), { min_column_width: 240 })
  t.same(withValue({}, 'minColumnWidth', 240), { minColumnWidth: 240 })
  t.same(withValue({ gap: 1, other: 2 }, 'gap', undefined), { other: 2 })
})

t.test('contrast is that of WCAG 2.2', async (t) => {
  const white: Rgba = [255, 255, 255, 1]
  t.equal(contrastRatio([0, 0, 0, 1], white), 21)
  t.equal(contrastRatio(white, white), 1)
  t.equal(contrastRatio([119, 119, 119, 1], white).toFixed(2), '4.48')
  t.equal(contrastRatio([0, 0, 0, 0], white), 1, 'what cannot be seen has none')
})

t.test('a caption is compared with what is behind it', async (t) => {
  const colours: Record<string, Rgba> = { black: [0, 0, 0, 1], white: [255, 255, 255, 1] }
  const read = (text: string) => colours[text] ?? null
  const of = (theme: object) => contrastOf({ ...theme }, 'captionColor', read)
  t.equal(of({}), null)
  t.match(of({ captionColor: 'black' }), { ratio: 21, isOnPage: true, least: 4.5 })
  t.match(of({ captionColor: 'black', backgroundColor: 'black' }), { ratio: 1, isOnPage: false })
  const behind = { captionColor: 'black', captionBackground: 'white', backgroundColor: 'black' }
  t.match(of(behind), { ratio: 21 })
})

t.test('own words are lines of a name and a text', async (t) => {
  t.same(textsOf('next: Weiter\n\nslideOf: {n}: {all}'), {
    next: 'Weiter',
    slideOf: '{n}: {all}',
  })
  t.equal(textsOf('Weiter'), null)
})

t.test('links are addresses without tricks', async (t) => {
  for (const right of ['https://a.example/x', '/shop?a=1', 'mailto:a@b.example', 'tel:+49', '/']) {
    t.ok(isAddress(right), right)
  }
  for (const wrong of ['//a.example', '/\\a', 'javascript:alert(1)', 'https://', 'a b', 'shop']) {
    t.notOk(isAddress(wrong), wrong)
  }
})

t.test('themes have known keys with valid values, and enough contrast', async (t) => {
  const read = (text: string): Rgba => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(text.slice(at, at + 2), 16),
    )
    return [red, green, blue, 1]
  }
  for (const { id, values } of themes()) {
    for (const [key, value] of Object.entries(values)) {
      const setting = settings.theme[key]
      if (setting?.kind === 'oneOf') t.ok(setting.values.includes(String(value)), `${id}: ${key}`)
      else t.equal(setting && parsed(setting, String(value), anyColour), value, `${id}: ${key}`)
      const contrast = contrastOf(values, key, read)
      if (contrast !== null) t.ok(contrast.ratio >= contrast.least, `${id}: contrast of ${key}`)
    }
  }
})

t.test('a theme replaces the whole look but the font, and is recognized by its keys', async (t) => {
  const known = Object.keys(settings.theme)
  const own = { caption_color: '#111111', fontFamily: 'Georgia', glow: 1 }
  for (const theme of themes()) {
    const values = dressed(own, theme, known)
    t.same(values, { ...theme.values, fontFamily: 'Georgia', glow: 1 }, theme.id)
    t.equal(themeOf(values, known)?.id, theme.id)
    t.equal(themeOf({ ...values, padding: 3 }, known), undefined, 'changed, it is none of them')
  }
  t.equal(themeOf({}, known)?.id, 'plain')
})
