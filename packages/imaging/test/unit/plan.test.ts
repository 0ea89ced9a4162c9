import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { type Plan, parseRendition, plan, planOf, type SourceImage } from '../../src/index.js'

const jpeg: SourceImage = {
  contentType: 'image/jpeg',
  width: 1000,
  height: 700,
  frameCount: 1,
  hasAlpha: false,
}
const png: SourceImage = { ...jpeg, contentType: 'image/png', hasAlpha: true }
const webp: SourceImage = { ...jpeg, contentType: 'image/webp' }
const avif: SourceImage = { ...jpeg, contentType: 'image/avif' }
const heic: SourceImage = { ...jpeg, contentType: 'image/heic' }
const tiff: SourceImage = { ...jpeg, contentType: 'image/tiff' }
const animatedGif: SourceImage = { ...png, contentType: 'image/gif', frameCount: 5 }
const animatedWebp: SourceImage = { ...animatedGif, contentType: 'image/webp' }

const planFor = (query: string, source: SourceImage, accept?: string): Plan | null =>
  plan(parseRendition(Object.fromEntries(new URLSearchParams(query)), accept), source)

t.test('a request that equals the original needs no plan', async (t) => {
  const cases: [string, SourceImage][] = [
    ['', jpeg],
    ['w=1000', jpeg],
    ['w=1000&h=700&fit=fill', jpeg],
    ['w=4096', jpeg],
    ['h=4096&dpr=3', jpeg],
    ['w=4000&h=2800', jpeg],
    ['w=4096&h=4096&fit=contain', jpeg],
    ['dpr=2', jpeg],
    ['format=jpeg', jpeg],
    ['format=png&q=10', png],
    ['q=10', png],
    ['q=10', animatedGif],
    ['format=webp', animatedWebp],
    ['format=auto', jpeg],
    ['dpr=2', heic],
    ['fit=contain', tiff],
  ]
  for (const [query, source] of cases) t.equal(planFor(query, source), null, query)
})

t.test('the picture of an original can be encoded anew, in its size and format', async (t) => {
  for (const source of [jpeg, png, webp, avif, animatedGif, animatedWebp]) {
    const { width, height, contentType, steps } = planOf(parseRendition({}, undefined), source)
    t.match(
      { width, height, contentType },
      { width: 1000, height: 700, contentType: source.contentType },
    )
    t.match(steps.at(-1), { op: 'encode', animated: source.frameCount > 1 })
  }
  const request = parseRendition({ w: '500' }, undefined)
  t.same(planOf(request, jpeg), plan(request, jpeg), 'otherwise it is the same plan')
})

t.test('a key contains size, fit, format and quality', async (t) => {
  const cases: [string, SourceImage, string][] = [
    ['w=500', jpeg, '500x350.jpeg.q77'],
    ['w=640&h=480&format=webp', jpeg, '640x480.cover.webp.q77'],
    ['w=640&h=480&format=webp&fit=fill', jpeg, '640x480.webp.q77'],
    ['w=640&h=480&format=webp&fit=contain', jpeg, '640x448.webp.q77'],
    ['w=300&h=210', jpeg, '300x210.jpeg.q77'],
    ['w=300&h=210&q=77', jpeg, '300x210.jpeg.q77'],
    ['q=77', jpeg, '1000x700.jpeg.q77'],
    ['format=avif', jpeg, '1000x700.avif.q60'],
    ['format=png&q=30', jpeg, '1000x700.png'],
    ['w=100', animatedGif, '100x70.gif'],
    ['w=4096&h=4096', jpeg, '700x700.cover.jpeg.q77'],
    ['w=1000', heic, '1000x700.jpeg.q77'],
    ['q=70', tiff, '1000x700.jpeg.q70'],
  ]
  for (const [query, source, key] of cases) t.equal(planFor(query, source)?.key, key, query)
})

t.test('a WebP of half a megapixel to four is worth more effort', async (t) => {
  const large: SourceImage = { ...jpeg, width: 6000, height: 4000 }
  const cases: [string, SourceImage, number | undefined][] = [
    ['w=1000&format=webp', large, 3],
    ['w=2400&format=webp', large, 3],
    ['w=640&format=webp', large, 2],
    ['w=3000&format=webp', large, 2],
    ['w=800&format=webp', { ...large, contentType: 'image/gif', frameCount: 5 }, 2],
    ['w=800&format=avif', large, undefined],
  ]
  for (const [query, source, effort] of cases) {
    const encode = planFor(query, source)?.steps.at(-1)
    t.equal(encode?.op === 'encode' && encode.effort, effort, query)
  }
})

t.test('a JPEG of up to four megapixels is progressive', async (t) => {
  const large: SourceImage = { ...jpeg, width: 6000, height: 4000 }
  const cases = { 'w=640': true, 'w=2400': true, 'w=3000': false, 'w=640&format=png': undefined }
  for (const [query, progressive] of Object.entries(cases)) {
    const encode = planFor(query, large)?.steps.at(-1)
    t.equal(encode?.op === 'encode' && encode.progressive, progressive, query)
  }
})

t.test('crops in the centre, after resizing', async (t) => {
  t.strictSame(planFor('w=300&h=300&format=png', jpeg)?.steps, [
    { op: 'orient' },
    { op: 'resize', width: 429, height: 300 },
    { op: 'crop', left: 64, top: 0, width: 300, height: 300 },
    { op: 'encode', format: 'png', animated: false },
  ])
})

t.test('flattens transparency onto white for JPEG only', async (t) => {
  const flattens = (query: string, source: SourceImage) =>
    planFor(query, source)?.steps.some(({ op }) => op === 'flatten')
  t.equal(flattens('format=jpeg', png), true)
  t.equal(flattens('format=jpeg', webp), false)
  for (const format of ['webp', 'avif']) t.equal(flattens(`format=${format}`, png), false)
})

t.test(
  'animations stay animated in WebP and GIF, and other formats use the first frame',
  async (t) => {
    const cases: [string, SourceImage, boolean][] = [
      ['w=100', animatedGif, true],
      ['format=webp', animatedGif, true],
      ['w=100', animatedWebp, true],
      ['format=jpeg', animatedGif, false],
      ['format=png', animatedWebp, false],
      ['format=avif', animatedGif, false],
      ['format=webp', jpeg, false],
    ]
    for (const [query, source, animated] of cases) {
      t.match(planFor(query, source)?.steps.at(-1), { op: 'encode', animated }, query)
    }
  },
)

t.test('negotiates the best format that the client accepts', async (t) => {
  const modern = 'image/avif,image/webp,*/*'
  const cases: [SourceImage, string | undefined, string | null][] = [
    [jpeg, modern, 'image/avif'],
    [jpeg, 'image/webp,*/*', 'image/webp'],
    [jpeg, '*/*', null],
    [png, undefined, null],
    [animatedGif, modern, 'image/webp'],
    [animatedGif, '*/*', null],
    [animatedWebp, modern, null],
    [animatedWebp, 'image/png', 'image/png'],
    [webp, modern, 'image/avif'],
    [webp, 'image/webp', null],
    [webp, '*/*', 'image/jpeg'],
    [{ ...webp, hasAlpha: true }, '*/*', 'image/png'],
    [avif, modern, null],
    [avif, '*/*', 'image/jpeg'],
    [heic, modern, 'image/avif'],
    [heic, '*/*', 'image/jpeg'],
    [{ ...heic, hasAlpha: true }, '*/*', 'image/png'],
    [tiff, modern, 'image/avif'],
    [tiff, '*/*', 'image/jpeg'],
  ]
  for (const [source, accept, contentType] of cases) {
    const planned = planFor('format=auto', source, accept)
    t.equal(planned?.contentType ?? null, contentType, `${source.contentType}, ${accept}`)
  }
})

t.test('a result has at most 4096 pixels per side and keeps its ratio', async (t) => {
  const panorama: SourceImage = { ...png, width: 40_000, height: 1000 }
  const large: SourceImage = { ...png, width: 9999, height: 9999 }
  for (const format of ['webp', 'avif', 'jpeg']) {
    t.match(planFor(`format=${format}`, panorama), { width: 4096, height: 102 }, format)
  }
  const cases: [query: string, width: number, height: number][] = [
    ['w=4096&h=4096&dpr=3&format=avif&q=100', 4096, 4096],
    ['w=4096&h=2048&dpr=2', 4096, 2048],
    ['w=1000&h=4096&dpr=3&fit=fill', 1000, 4096],
    ['h=3000&dpr=2', 4096, 4096],
    ['w=2048&dpr=2', 4096, 4096],
    ['w=4096&h=4096&dpr=3', 4096, 4096],
  ]
  for (const [query, width, height] of cases)
    t.match(planFor(query, large), { width, height }, query)
})

t.test('an original that is larger than that is returned unchanged', async (t) => {
  const large: SourceImage = { ...png, width: 9999, height: 9999 }
  for (const query of ['', 'format=png', 'fit=fill', 'dpr=3', 'q=50']) {
    t.equal(planFor(query, large), null, query)
  }
  t.match(planFor('w=4096&dpr=3', large), { width: 4096 }, 'unless a size is requested')
})

const text = (max: number) => fc.integer({ min: 1, max }).map(String)
const queries = fc.record(
  {
    w: text(14),
    h: text(14),
    dpr: fc.constantFrom('1', '1.5', '2'),
    fit: fc.constantFrom('cover', 'contain', 'fill'),
    format: fc.constantFrom('webp', 'jpeg', 'png', 'avif', 'auto'),
    q: fc.constantFrom('50', '80', '81'),
  },
  { requiredKeys: [] },
)
const side = fc.integer({ min: 1, max: 12 })
const sources = fc.record({
  contentType: fc.constantFrom(...[jpeg, png, webp, avif, animatedGif].map((s) => s.contentType)),
  width: side,
  height: side,
  frameCount: fc.constantFrom(1, 3),
  hasAlpha: fc.boolean(),
})

t.test('plans have equal keys only if their results are equal', async () => {
  fc.assert(
    fc.property(queries, queries, sources, (a, b, source) => {
      const accept = 'image/webp'
      const [one, other] = [a, b].map((query) => plan(parseRendition(query, accept), source))
      const sameSteps = JSON.stringify(one?.steps) === JSON.stringify(other?.steps)
      return sameSteps === (one?.key === other?.key)
    }),
    { numRuns: 30_000 },
  )
})

t.test('keys are safe in URLs and object keys', async () => {
  fc.assert(
    fc.property(queries, sources, (query, source) => {
      const planned = plan(parseRendition(query, undefined), source)
      return planned === null || /^[a-z0-9.]{1,64}$/.test(planned.key)
    }),
    { numRuns: 2_000 },
  )
})
