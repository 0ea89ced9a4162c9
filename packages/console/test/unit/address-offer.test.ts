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
  signingCode,
  ways,
  waysOf,
  widthsOf,
  wrongOf,
} from '../../src/library/details/address-offer.ts'

const rules = ['any', 'listed', 'signed'] as const
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
        const offer = offerOf(choice, rule, presets)
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
      const parameters = offerOf(choice, rule, presets)?.parameters ?? {}
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
  t.equal(offerOf(choice, 'any', presets), null)
  const right = { ...choice, own: { w: ' 640 ', h: '360', q: '80' } }
  t.same(offerOf(right, 'any', presets), {
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
  t.same(offerOf(choice, 'listed', presets)?.parameters, { preset: 'card' })
  t.equal(offerOf(choice, 'listed', []), null)
})

t.test('under signed, only sizes of widgets and the original need no signature', async (t) => {
  const first = firstChoice({ width: 900 })
  t.equal(offerOf(first, 'signed', presets)?.isSigned, false)
  t.equal(offerOf({ ...first, way: 'original' }, 'signed', presets)?.isSigned, false)
  t.equal(offerOf({ ...first, way: 'preset' }, 'signed', presets)?.isSigned, true)
  const own: Choice = { ...first, way: 'own' }
  t.equal(offerOf(own, 'signed', presets)?.isSigned, true)
  const nothing = offerOf({ ...own, format: 'original' }, 'signed', presets)
  t.same(nothing, { parameters: {}, isSigned: false }, 'it is the original')
})

t.test('the code for servers names the address that it signs', async (t) => {
  const code = signingCode('https://a.example/p/q', { w: 640, format: 'auto' })
  t.match(code, "imageUrl('https://a.example/p/q', { w: 640, format: 'auto' })")
  t.match(code, 'signImageUrl(address, {')
  t.equal(imageUrl('https://a.example/p/q', { w: 640 }), 'https://a.example/p/q?w=640')
})
