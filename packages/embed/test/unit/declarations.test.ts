import { checkTheme, themeSettings } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { declarationsOf } from '../../src/settings/declarations.js'

t.test('every value the contract accepts becomes a custom property', async (t) => {
  const values: Record<string, unknown> = {
    backgroundColor: 'oklch(62% 0.2 120 / 50%)',
    borderRadius: 12,
    padding: 0,
    captionColor: 'tomato',
    imageBackground: 'white',
    imageBorderRadius: 8,
    captionFontSize: 15,
    captionAlign: 'center',
    captionBackground: '#0008',
    fontFamily: '"Source Serif 4", Georgia, serif',
    accentColor: 'hsl(120deg, 50%, 50%)',
    controlColor: 'currentColor',
    controlBackground: 'rgba(0,0,0,.5)',
    shadow: 'md',
    colorScheme: 'dark',
  }
  t.strictSame(Object.keys(values).sort(), Object.keys(themeSettings).sort())
  t.strictSame(checkTheme(values), [])
  for (const [key, value] of Object.entries(values)) {
    t.match(declarationsOf({ [key]: value }), /^(--vitrine-[a-z-]+|color-scheme):[^;]+;/, key)
  }
})

t.test('every kind of colour the contract accepts is kept', async (t) => {
  const colours = [
    'color-mix(in srgb, red 50%, blue)',
    'color-mix(in oklch longer hue, color-mix(in lab, #fff, red 5%), rgb(1 2 3 / 50%) 25%)',
    'light-dark(white, color-mix(in srgb, red, blue))',
    'rgb(from red r g b / 50%)',
    'oklch(from #123456 calc(l + 0.1) c h)',
    'oklch(from red calc((.68 - l) * 999) 0 0)',
    'color-mix(in srgb, rgb(from red calc((r + g) / 2) g b), blue)',
    'color(from red display-p3 r g b)',
    'color(xyz-d65 0.2 0.3 0.4/.5)',
    'hsla(120, 50%, 50%, .5)',
    'rgba(1 2 3 / 50%)',
    'CanvasText',
    '#a1b2c3d4',
  ]
  for (const colour of colours) {
    t.strictSame(checkTheme({ accentColor: colour }), [], colour)
    t.equal(declarationsOf({ accentColor: colour }), `--vitrine-accent-color:${colour};`)
  }
})

t.test('values that could end a declaration or fetch something are dropped', async (t) => {
  const attacks = [
    'red;position:fixed',
    'red}body{display:none',
    'url(https://evil.example/x)',
    'image-set("x")',
    '</style><script>alert(1)</script>',
    'red\\3b color:blue',
    '"Inter',
    "Inter', serif; x",
    'var(--secret)',
    'expression(alert(1))',
    'rgb(0 0 0);color:red',
    '@import "x"',
    'red/*',
    'rgb(1 2 3 /* 4)',
    'rgb(1 2 3',
    'rgb((1 2 3)',
    'rgb(1 2 3))',
    'rgb(url(x))',
    'rgb(url(//evil.example/x) 1 1)',
    'light-dark(url(x), red)',
    'color-mix(in srgb, var(--secret), red)',
    'calc(src(x))',
    'rgb(1 2 3) url(x)',
    'color(image-set(x))',
    'rgb("x")',
  ]
  for (const attack of attacks) {
    t.equal(declarationsOf({ captionColor: attack, fontFamily: attack }), '', attack)
  }
  t.equal(declarationsOf({ 'x:red;--y': 'red', 'a b': 1, __proto__: 1 }), '', 'nor as a key')
})

t.test('for any theme, the result is a list of declarations and nothing else', async (t) => {
  const declarations =
    /^(?:(?:--vitrine-[a-z-]+|color-scheme):(?:[^;{}<>@\\"']|"[^";{}<>\\]*"|'[^';{}<>\\]*')+;)*$/
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), (theme) =>
      declarations.test(declarationsOf(theme)),
    ),
  )
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(...'az09#%.,()\'" /+-;:{}<>\\@*url', 'rgb(', 'calc(', 'mix('),
        maxLength: 24,
      }),
      (text) => declarations.test(declarationsOf({ fontFamily: text, backgroundColor: text })),
    ),
  )
  t.pass()
})

t.test('text on a custom background is black or white', async (t) => {
  t.match(declarationsOf({ backgroundColor: '#10141f' }), '--vitrine-ink:')
  t.notMatch(declarationsOf({ backgroundColor: 'transparent' }), '--vitrine-ink:')
})

t.test('a shadow is one of the predefined ones', async (t) => {
  for (const shadow of ['toString', 'constructor', 'none', 'x']) {
    t.equal(declarationsOf({ shadow }), '--vitrine-shadow:none;', shadow)
  }
  t.equal(declarationsOf({ shadow: 'md' }), '--vitrine-shadow:16px;')
})
