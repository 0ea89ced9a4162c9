import t from '@vitrine/testing/t'
import { checkTheme } from '../../src/index.js'

const right = [
  ['#fff', '#FFFF', '#a1b2c3', '#a1b2c3d4', 'Tomato', 'rebeccapurple', 'transparent'],
  ['currentColor', 'Canvas', 'CanvasText', 'AccentColor', 'GrayText', ' red '],
  ['rgb(1, 2, 3)', 'rgb(1,2,3,.5)', 'rgba(1 2 3 / 50%)', 'rgb(10%, 20%, 30%)', 'RGB(1 2 3)'],
  ['rgb(none 0 0)', 'rgb(1e2 +2 -3)', 'rgb(100% 0 0%)', 'rgb(1 2 3/.5)', 'rgb(calc(1 + 2) 3 4)'],
  ['hsl(120deg 50% 50%)', 'hsla(120, 50%, 50%, .5)', 'hsl(0.5turn, 50%, 50%)', 'hsl(120 50 50)'],
  ['hwb(90 10% 10%)', 'lab(50% 40 59.5)', 'lch(52.2% 72.2 50)', 'oklab(59% 0.1 -0.1 / .5)'],
  ['oklch(0.7 0.1 200)', 'oklch(60% 0.15 50deg / 20%)', 'oklch(none none none / none)'],
  ['color(display-p3 1 0.5 0)', 'color(xyz-d65 0.2 0.3 0.4)', 'color(srgb-linear 1 1 1 / 50%)'],
  ['color-mix(in srgb, red 50%, blue)', 'color-mix(in oklch longer hue, 20% red, blue)'],
  ['color-mix(in lab, color-mix(in srgb, red, #00f), rgb(1 2 3 / 50%) 25%)'],
  ['light-dark(white, black)', 'light-dark(#fff, color-mix(in srgb, red, blue))'],
  ['rgb(from red r g b / 50%)', 'oklch(from green calc(l + 0.1) c h)', 'hsl(from #123 h s l)'],
  ['color(from red display-p3 r g b)', 'lab(from red l a b / alpha)', 'rgb(from red b g r)'],
  ['oklch(from red calc((.68 - l) * 999) 0 0)', 'hwb(from red calc(h + 30) w b)'],
  ['color-mix(in srgb, rgb(from red calc((r + g) / 2) g b), blue)'],
].flat()

const wrong = [
  ['', ' ', '#', '#ff', '#ggg', '#12345', '#fff0f', 'reddish', 'red blue', 'constructor'],
  ['inherit', 'initial', 'unset', 'revert', 'auto', 'none', '--x', 'red !important', 'toString'],
  ['rgb(1,2,3', 'rgb(1 2)', 'rgb(1 2 3 4)', 'rgb(1, 2 3)', 'rgb(1, 2%, 3)', 'rgb(red)', 'rgb()'],
  ['rgb(1 2 3))', '(red)', 'rgb (1 2 3)', 'rgb(1deg 2 3)', 'hsl(50% 50% 50%)', 'hsl(1, 2, 3)'],
  ['lab(1, 2, 3)', 'lab(foo)', 'oklch(1 2 3 4)', 'rgb(from red x y z)', 'hsl(from red r g b)'],
  ['rgb(from red r g)', 'rgb(r g b)', 'rgb(from r g b)', 'color(foo 1 2 3)', 'color(1 2 3)'],
  ['color(--mine 1 2 3)', 'color-mix(red, blue)', 'color-mix(in srgb, red 50%)'],
  ['color-mix(in srgb red, blue)', 'color-mix(in srgb, red 150%, blue)', 'light-dark(red)'],
  ['color-mix(in srgb longer hue, red, blue)', 'color-mix(in srgb, 1% red 1%, blue)'],
  ['calc(1)', 'rgb(calc(1+2) 3 4)', 'rgb(calc() 3 4)', 'rgb(calc(1 + ) 3 4)', 'rgb(clamp(1) 1 1)'],
  ['red;color:blue', 'rgb(1,2,3);}', '}', '{', '</style>', '<b>', 'red\\', 'r\\65 d', '"red"', "'"],
  ['url(x)', 'url(//a.example/x)', 'var(--x)', 'env(x)', 'attr(x)', 'image(red)', 'expression(1)'],
  ['rgb(url(x))', 'rgb(var(--r) 1 1)', 'color-mix(in srgb, var(--x), blue)', 'rgb(url(//a) 1 1)'],
  ['red/**/', 'rgb(1 2 3 /* x */)', 'rgb(1 2 3)/*', 'light-dark(url(x), red)', '-moz-default'],
  [
    `color-mix(in srgb, red, ${'('.repeat(50)}`,
    `${'light-dark('.repeat(15)}red`,
    'rgb(calc((((1)))) 1 1)',
  ],
].flat()

t.test('colours that browsers accept are accepted', async (t) => {
  for (const value of right) t.same(checkTheme({ accentColor: value }), [], value)
})

t.test(
  'other texts are rejected, including those that end a declaration or load a URL',
  async (t) => {
    for (const value of wrong) {
      t.same(
        checkTheme({ accentColor: value }).map(({ field }) => field),
        ['theme.accentColor'],
        value,
      )
    }
  },
)

t.test('the message contains examples', async (t) => {
  t.match(checkTheme({ accentColor: 'reddish' })[0]?.message, /^must be a CSS colour, such as #/)
})
