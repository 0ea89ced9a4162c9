import { configSettings, layouts } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { layoutNames } from '../../src/published.js'
import { readConfig } from '../../src/settings/config.js'

t.test('the layouts match the contract', async (t) => {
  t.strictSame([...layoutNames].sort(), [...layouts].sort())
})

t.test('missing values get the contract’s defaults', async (t) => {
  for (const layout of layouts) {
    const config: Record<string, unknown> = readConfig(layout, '{}')
    for (const [key, setting] of Object.entries(configSettings[layout])) {
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
    ['auto', 0],
    ['0/1', 16 / 9],
    ['1/0', 16 / 9],
    ['wide', 16 / 9],
  ]
  for (const [aspectRatio, expected] of cases) {
    t.equal(readConfig('CAROUSEL', JSON.stringify({ aspectRatio })).aspectRatio, expected)
  }
})

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
