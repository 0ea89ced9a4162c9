import * as contracts from '@vitrine/contracts'
import { imageUrl } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  type Choice,
  firstChoice,
  fits,
  formats,
  formatsOf,
  gravities,
  offerOf,
  publicSize,
  type Rules,
  signingCode,
  unsigned,
  ways,
  waysOf,
  widthsOf,
  wrongOf,
} from '../../src/library/details/address-offer.ts'

const rules = ['any', 'listed', 'signed'] as const
const asset = { width: 1500, height: 1000 }
const project = (transformations: (typeof rules)[number], maxPublicWidth?: number): Rules => ({
  transformations,
  originals: maxPublicWidth === undefined ? 'public' : 'signed',
  maxPublicWidth: maxPublicWidth ?? 2048,
})
const presets = [{ name: 'card' }, { name: 'hero' }]

const typed = fc.oneof(
  fc.constantFrom('', ' ', '0', '640', '4096', '4097', '-1', '1.5', 'wide', '007'),
  fc.nat({ max: 5000 }).map(String),
)
const choices: fc.Arbitrary<Choice> = fc.record({
  way: fc.constantFrom(...ways),
  width: fc.constantFrom(...widthsOf({ width: 1500 })),
  preset: fc.constantFrom('', 'card', 'gone'),
  own: fc.record({ w: typed, h: typed, q: typed }),
  fit: fc.constantFrom(...fits),
  gravity: fc.constantFrom(...gravities),
  format: fc.constantFrom(...formats),
})

t.test('a project offers only what its rule allows', async (t) => {
  t.same(waysOf('any', presets), ['original', 'width', 'preset', 'own'])
  t.same(waysOf('listed', presets), ['original', 'width', 'preset'])
  t.same(waysOf('listed', []), ['original', 'width'])
  t.same(waysOf('signed', presets), ['original', 'width', 'preset', 'own'])
  t.same(formatsOf('width'), ['original', 'auto', 'webp', 'avif'])
})

t.test(
  'whatever is chosen, an address without a signature is one that the rule allows',
  async () => {
    const isAllowed = (parameters: object, rule: string): boolean => {
      const names = Object.keys(parameters)
      const {
        w,
        format = 'auto',
        preset,
      } = parameters as { w?: number; format?: string } & {
        preset?: string
      }
      if (names.length === 0 || rule === 'any') return true
      if (preset !== undefined) return rule === 'listed' && names.length === 1
      return (
        names.every((name) => name === 'w' || name === 'format') &&
        widthsOf({ width: 1500 }).includes(Number(w)) &&
        ['auto', 'webp', 'avif'].includes(format)
      )
    }
    fc.assert(
      fc.property(choices, fc.constantFrom(...rules), (choice, rule) => {
        const offer = offerOf(choice, project(rule), presets, asset)
        return offer === null || offer.isSigned || isAllowed(offer.parameters, rule)
      }),
    )
  },
)

t.test('parameters are in the ranges of delivery, and a preset stands alone', async () => {
  const isIn = (value: number | undefined, most: number) =>
    value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)
  fc.assert(
    fc.property(choices, fc.constantFrom(...rules), (choice, rule) => {
      const parameters = offerOf(choice, project(rule), presets, asset)?.parameters ?? {}
      const { w, h, q, fit, gravity, preset } = parameters
      return (
        isIn(w, 4096) &&
        isIn(h, 4096) &&
        isIn(q, 100) &&
        (preset === undefined || Object.keys(parameters).length === 1) &&
        (preset === undefined || presets.some(({ name }) => name === preset)) &&
        (fit === undefined || (w !== undefined && h !== undefined)) &&
        (gravity === undefined || fit === 'cover')
      )
    }),
  )
})

t.test('a wrong number is named, and there is no address until it is right', async (t) => {
  const own = { w: '0', h: '4097', q: '101' }
  const choice: Choice = { ...firstChoice({ width: 1500 }), way: 'own', own }
  t.same(wrongOf(choice), { w: 'size', h: 'size', q: 'quality' })
  t.equal(offerOf(choice, project('any'), presets, asset), null)
  const right = { ...choice, own: { w: ' 640 ', h: '360', q: '80' } }
  t.same(offerOf(right, project('any'), presets, asset), {
    parameters: { w: 640, h: 360, fit: 'cover', gravity: 'focal', format: 'auto', q: 80 },
    isSigned: false,
  })
  t.same(wrongOf({ ...choice, way: 'width' }), {}, 'of what is not shown, nothing is wrong')
})

t.test('it begins with a width that every picture has', async (t) => {
  t.equal(firstChoice({ width: 1500 }).width, 640)
  t.equal(firstChoice({ width: 400 }).width, 400)
  t.equal(firstChoice({ width: 3000 }).width, 640)
  t.same(widthsOf({ width: 480 }), [320, 480])
})

t.test('a preset that is gone is replaced by the first one', async (t) => {
  const choice: Choice = { ...firstChoice({ width: 900 }), way: 'preset', preset: 'gone' }
  t.same(offerOf(choice, project('listed'), presets, asset)?.parameters, { preset: 'card' })
  t.equal(offerOf(choice, project('listed'), [], asset), null)
})

t.test('under signed, only sizes of widgets and the original need no signature', async (t) => {
  const first = firstChoice({ width: 900 })
  t.equal(offerOf(first, project('signed'), presets, asset)?.isSigned, false)
  t.equal(
    offerOf({ ...first, way: 'original' }, project('signed'), presets, asset)?.isSigned,
    false,
  )
  t.equal(offerOf({ ...first, way: 'preset' }, project('signed'), presets, asset)?.isSigned, true)
  const own: Choice = { ...first, way: 'own' }
  t.equal(offerOf(own, project('signed'), presets, asset)?.isSigned, true)
  const nothing = offerOf({ ...own, format: 'original' }, project('signed'), presets, asset)
  t.same(nothing, { parameters: {}, isSigned: false }, 'it is the original')
})

t.test('the code for servers names the address that it signs', async (t) => {
  const code = signingCode('https://a.example/p/q', { w: 640, format: 'auto' })
  t.match(code, "imageUrl('https://a.example/p/q', { w: 640, format: 'auto' })")
  t.match(code, 'signImageUrl(address, {')
  t.equal(imageUrl('https://a.example/p/q', { w: 640 }), 'https://a.example/p/q?w=640')
})

t.test(
  'private: originals and sides above the bound need a signature, others do not',
  async (t) => {
    const rules = project('any', 1000)
    const sized = [
      { name: 'plain' },
      { name: 'wide', w: 1001, h: null },
      { name: 'high', w: null, h: 668 },
      { name: 'box', w: 1000, h: 1000 },
      { name: 'card', w: 1000, h: null },
    ]
    const first = firstChoice(publicSize(asset, rules))
    const isSigned = (part: Partial<Choice>) =>
      offerOf({ ...first, ...part }, rules, sized, asset)?.isSigned
    t.equal(isSigned({ way: 'original' }), true)
    for (const width of widthsOf(publicSize(asset, rules))) t.equal(isSigned({ width }), false)
    for (const [preset, wanted] of [
      ['plain', true],
      ['wide', true],
      ['high', true],
      ['box', false],
      ['card', false],
    ] as const) {
      t.equal(isSigned({ way: 'preset', preset }), wanted, preset)
    }
    const own = (w: string, h = '') => isSigned({ way: 'own', own: { w, h, q: '' } })
    t.same(
      [own('1000'), own('1001'), own('', '666'), own('', '667'), own('900', '1000')],
      [false, true, false, true, false],
    )
    t.equal(own('', ''), true, 'a format alone keeps the size')
    const small = { width: 300, height: 200 }
    t.equal(offerOf({ ...first, way: 'own' }, rules, [], small)?.isSigned, false)
  },
)

t.test('the public size is that of the services', async () => {
  const side = fc.integer({ min: 1, max: 30_000 })
  fc.assert(
    fc.property(side, side, fc.integer({ min: 320, max: 4096 }), (width, height, bound) => {
      const rules = project('any', bound)
      const [here, there] = [publicSize, contracts.publicSize].map((of) =>
        of({ width, height }, rules),
      )
      return here?.width === there?.width && here?.height === there?.height
    }),
  )
})

t.test('code for the original needs no size, and no signature of the console', async (t) => {
  const plain = 'https://a.example/api/v1/deliver/p/q?v=2'
  t.equal(unsigned(`${plain}&exp=1798761600&s=v.abc`), plain)
  const code = signingCode(plain, {})
  t.match(code, `const address = '${plain}'`)
  t.notMatch(code, 'imageUrl(')
})
