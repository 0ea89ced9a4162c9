import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { parseRendition } from '../../src/index.js'

const defaults = { fit: 'cover', negotiated: false, accepted: [] }

t.test('parses every parameter', async (t) => {
  const request = parseRendition(
    { w: '400', h: '300', fit: 'contain', format: 'webp', q: '70' },
    undefined,
  )
  t.strictSame(request, {
    width: 400,
    height: 300,
    fit: 'contain',
    format: 'webp',
    quality: 70,
    negotiated: false,
    accepted: [],
  })
})

t.test('an empty query requests nothing', async (t) => {
  t.strictSame(parseRendition({}, 'image/webp'), defaults)
})

t.test('ignores unknown parameters', async (t) => {
  t.strictSame(parseRendition({ utm_source: 'x', width: '5', W: ['1', '2'] }, undefined), defaults)
})

t.test('multiplies by the pixel ratio exactly and rounds to the nearest pixel', async (t) => {
  const cases = [
    ['400', '1', 400],
    ['400', '1.5', 600],
    ['333', '1.5', 500], // 499.5, half up
    ['10', '1.15', 12], // 11.5, which floating point takes for 11.499…
    ['100', '1.3333333730697632', 133],
    ['4096', '3', 12_288],
    ['1', '03.000', 3],
  ] as const
  for (const [w, dpr, width] of cases) {
    t.equal(parseRendition({ w, dpr }, undefined).width, width, `${w} × ${dpr}`)
  }
})

t.test('rejects everything but plain numbers in range', async (t) => {
  const noNumbers = [
    '',
    ' ',
    ' 4',
    '4 ',
    '+4',
    '-4',
    '4.0',
    '1e3',
    '0x10',
    '0',
    '00',
    '٤',
    'abc',
    '4a',
  ]
  const cases = [
    ...['w', 'h'].flatMap((field) => [...noNumbers, '4097', '99999'].map((text) => [field, text])),
    ...[...noNumbers, '101', 'auto'].map((text) => ['q', text]),
    ...['', '0', '0.9', '3.01', '4', '1.', '.5', '1,5', '-2', '1e0', ' 2', '13'].map((text) => [
      'dpr',
      text,
    ]),
    ...['', 'Cover', 'crop', 'constructor'].map((text) => ['fit', text]),
    ...['', 'jpg', 'WEBP', 'gif', 'svg', 'toString'].map((text) => ['format', text]),
  ] as [string, string][]
  for (const [field, text] of cases) {
    t.throws(
      () => parseRendition({ [field]: text }, undefined),
      { code: 'VALIDATION_FAILED', details: [{ field }] },
      `${field}=${text}`,
    )
  }
})

t.test('rejects a repeated parameter', async (t) => {
  for (const field of ['w', 'h', 'fit', 'format', 'q', 'dpr']) {
    t.throws(
      () => parseRendition({ [field]: ['2', '2'] }, undefined),
      { code: 'VALIDATION_FAILED', details: [{ field, message: `${field} must be given once` }] },
      field,
    )
  }
})

t.test('names every invalid parameter at once', async (t) => {
  const query = { w: '0', h: ['1', '2'], fit: 'x', format: 'bmp', q: '101', dpr: '4' }
  try {
    parseRendition(query, undefined)
    t.fail('accepted')
  } catch (error) {
    t.ok(error instanceof AppError)
    t.strictSame(
      (error as AppError).details?.map(({ field }) => field),
      ['w', 'h', 'fit', 'format', 'q', 'dpr'],
    )
    t.match((error as AppError).message, /w must be a whole number from 1 to 4096; /)
    t.match((error as AppError).message, /format must be one of webp, jpeg, png, avif, auto; /)
    t.match((error as AppError).message, /q must be a whole number from 1 to 100; /)
  }
})

t.test('every spelling and order gives the same result', async () => {
  const side = fc.integer({ min: 1, max: 4096 })
  const zeros = fc.integer({ min: 0, max: 5 })
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 100 }), zeros, zeros, (w, h, q, a, b) => {
      const spelled = { x: '1', q: '0'.repeat(b) + q, h: `${h}`, w: '0'.repeat(a) + w }
      t.strictSame(
        parseRendition(spelled, undefined),
        parseRendition({ w: `${w}`, h: `${h}`, q: `${q}` }, undefined),
      )
    }),
    { numRuns: 200 },
  )
})

t.test('gravity is one of three, and absent unless it is given', async (t) => {
  for (const gravity of ['focal', 'center', 'auto']) {
    t.equal(parseRendition({ gravity }, undefined).gravity, gravity)
  }
  t.notOk('gravity' in parseRendition({ w: '1' }, undefined))
  for (const gravity of ['', 'centre', 'FOCAL', ['auto', 'auto']]) {
    t.throws(() => parseRendition({ gravity }, undefined), { code: 'VALIDATION_FAILED' })
  }
})

t.test('negotiates only formats that the client names explicitly', async (t) => {
  const cases = [
    [undefined, []],
    ['', []],
    ['*/*', []],
    ['image/*', []],
    ['image/png,image/*;q=0.8,*/*;q=0.5', []],
    ['image/webp', ['webp']],
    ['image/avif', ['avif']],
    ['image/webp,image/avif;q=0.1', ['avif', 'webp']],
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['avif', 'webp']],
    ['image/avif;q=0,image/webp', ['webp']],
    ['image/avif;q=0.000 , image/webp;q=0', []],
    ['IMAGE/WEBP ; Q=0.5', ['webp']],
    ['image/avif;q=high', []],
    ['image/avif;level=1;q=1', ['avif']],
    ['image/avifx, ximage/webp', []],
  ] as const
  for (const [accept, accepted] of cases) {
    const request = parseRendition({ format: 'auto' }, accept)
    t.strictSame(request, { fit: 'cover', negotiated: true, accepted }, String(accept))
  }
})
