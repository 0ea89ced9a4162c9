import { configSettings, layouts } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { layoutNames } from '../../src/published.js'
import { readConfig } from '../../src/settings/config.js'
import { assetOf } from '../fixture/pictures.js'

t.test('the layouts match the contract', async (t) => {
  t.strictSame([...layoutNames].sort(), [...layouts].sort())
})

/** Keys of few widgets, which parts of their own read. */
const elsewhere = new Set(['header', 'filterByTags', 'order'])

t.test('missing values get the contract’s defaults', async (t) => {
  for (const layout of layouts) {
    const config: Record<string, unknown> = readConfig(layout, '{}')
    for (const [key, setting] of Object.entries(configSettings[layout])) {
      if (elsewhere.has(key)) continue
      t.ok(key in config, `${layout} has ${key}`)
      if (setting.default === undefined) continue
      const expected = key === 'columns' ? 0 : setting.default
      t.strictSame(config[key], expected, `${layout}.${key}`)
    }
  }
})

t.test('keys are accepted in camelCase and in snake_case', async (t) => {
  for (const json of ['{"slidesPerView":3}', '{"slides_per_view":3}']) {
    t.equal(readConfig('CAROUSEL', json).slidesPerView, 3)
  }
})

t.test('invalid values are treated as missing', async (t) => {
  const cases: [string, string, unknown][] = [
    ['slidesPerView', '{"slidesPerView":1e9}', 1],
    ['slidesPerView', '{"slidesPerView":"3"}', 1],
    ['columns', '{"columns":-1}', 0],
    ['columns', '{"columns":"auto"}', 0],
    ['autoplaySpeed', '{"autoplaySpeed":0}', 5000],
    ['autoplay', '{"autoplay":"yes"}', false],
    ['gap', '{"gap":null}', 0],
    ['aspectRatio', '{"aspectRatio":["4/3"]}', 16 / 9],
    ['aspectRatio', '{"aspectRatio":{"toString":{}}}', 16 / 9],
    ['showDots', 'no JSON', true],
    ['showDots', '[]', true],
    ['showDots', 'null', true],
  ]
  for (const [key, json, expected] of cases) {
    const config: Record<string, unknown> = readConfig('CAROUSEL', json)
    t.equal(config[key], expected, `${key} of ${json}`)
  }
})

t.test('an aspect ratio is width by height, with a slash or a colon, or `auto`', async (t) => {
  const cases: [string, number][] = [
    ['16/9', 16 / 9],
    ['4:3', 4 / 3],
    [' 2.5 / 1 ', 2.5],
    ['auto', 16 / 9],
    ['0/1', 16 / 9],
    ['1/0', 16 / 9],
    ['wide', 16 / 9],
  ]
  for (const [aspectRatio, expected] of cases) {
    t.equal(readConfig('CAROUSEL', JSON.stringify({ aspectRatio })).aspectRatio, expected)
  }
})

/** Pictures of these sizes; transparent if the ThumbHash says so. */
const picturesOf = (sizes: readonly (readonly [number, number])[], isTransparent = false) => {
  const thumbhash = Buffer.from([0, 0, isTransparent ? 128 : 0]).toString('base64')
  return sizes.map(([width, height], number) => ({
    ...assetOf('https://images.example', number),
    ...{ width, height, placeholder: { color: '#808080', thumbhash } },
  }))
}
const landscapes = [
  [1500, 1000],
  [2000, 1000],
  [1000, 1500],
] as const
const portraits = [
  [900, 1000],
  [600, 1000],
  [800, 1000],
] as const
const panoramas = [
  [5000, 1000],
  [6000, 1000],
] as const
const logos = [
  [400, 100],
  [200, 200],
  [300, 100],
] as const

t.test('the frame of a carousel has the median ratio of its pictures, within limits', async (t) => {
  const ratioOf = (sizes: readonly (readonly [number, number])[], json = '{}') =>
    readConfig('SLIDER', json, picturesOf(sizes)).aspectRatio
  t.equal(ratioOf(landscapes), 1.5)
  t.equal(ratioOf(portraits), 0.8)
  t.equal(ratioOf(panoramas), 3)
  t.equal(readConfig('CAROUSEL', '{}', picturesOf([[400, 1000]])).aspectRatio, 3 / 4)
  t.equal(ratioOf(landscapes, '{"aspectRatio":"auto"}'), 1.5)
  t.equal(ratioOf([...portraits, ...landscapes]), 4 / 3, 'portraits are no majority')
  t.equal(ratioOf([...portraits, ...portraits, ...panoramas.slice(1)]), 0.8, 'nearly all are')
  t.equal(
    ratioOf([
      [500, 500],
      [800, 800],
    ]),
    1,
  )
  t.equal(
    ratioOf([
      [500, 400],
      [1000, 800],
    ]),
    1.25,
  )
  t.equal(ratioOf(landscapes, '{"aspectRatio":"4/3"}'), 4 / 3)
  t.equal(readConfig('LIST_VERTICAL', '{}', picturesOf(landscapes)).aspectRatio, 0)
})

t.test(
  'a carousel shows several logos or portraits, unless its owner chose a number',
  async (t) => {
    const of = (json: string, sizes: typeof portraits | typeof logos, isTransparent = false) => {
      const config = readConfig('CAROUSEL', json, picturesOf(sizes, isTransparent))
      return [config.slidesPerView, config.arrowPlacement, config.gap]
    }
    t.strictSame(of('{}', logos, true), [6, 'outside', 0])
    t.strictSame(of('{}', logos), [1, 'over', 0], 'not transparent')
    t.strictSame(of('{}', portraits), [3, 'over', 16])
    t.strictSame(of('{"gap":4,"arrowPlacement":"below"}', portraits), [3, 'below', 4])
    t.strictSame(of('{"slidesPerView":1}', portraits), [1, 'over', 0])
    t.strictSame(of('{"slidesPerView":1}', logos, true), [1, 'outside', 0])
    t.strictSame(of('{"transition":"fade"}', portraits), [1, 'over', 0], 'a stack')
    t.strictSame(
      of('{"aspectRatio":"16/9"}', portraits),
      [1, 'over', 0],
      'a frame of another shape',
    )
  },
)

t.test('a slider always shows one picture', async (t) => {
  t.equal(readConfig('SLIDER', '{"slidesPerView":4}').slidesPerView, 1)
})

t.test('inherited property names are unknown keys', async (t) => {
  const plain = readConfig('GRID', '{}')
  const names = [...Object.getOwnPropertyNames(Object.prototype), '__proto__']
  for (const name of names) {
    for (const value of ['1', '"x"', '{"gap":7}', '[1,2]', 'true']) {
      const config = readConfig('GRID', `{"${name}":${value}}`)
      t.strictSame(config, plain, `${name}: ${value}`)
      t.equal(Object.getPrototypeOf(config), Object.prototype)
    }
  }
})
