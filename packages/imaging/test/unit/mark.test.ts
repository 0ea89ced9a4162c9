import { avif, blackPng, gif, heic, jpeg, png, readPixel, tiff, webp } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import sharp from 'sharp'
import { inspect, render } from '../../src/direct.js'
import {
  type Mark,
  type MarkPosition,
  parseRendition,
  plan,
  planOf,
  preparedMarkPlan,
  type SourceImage,
  withMark,
} from '../../src/index.js'
import { writePicture } from '../files.js'
import { limits } from '../rendition.js'

/** Nothing of the test pictures is black. */
const bar = await blackPng({ width: 300, height: 150 })
const barSource: SourceImage = {
  contentType: 'image/png',
  width: 300,
  height: 150,
  frameCount: 1,
  hasAlpha: true,
}
const markOf = (fields: Partial<Mark> = {}): Mark => ({
  source: barSource,
  sha256: 'ab'.repeat(32),
  position: 'bottom-right',
  opacity: 1,
  scale: 0.2,
  from: 100,
  ...fields,
})

async function marked(t: Test, original: Buffer, query: string, mark: Mark, file = bar) {
  const source = await inspect(writePicture(t, original), limits)
  const request = parseRendition(Object.fromEntries(new URLSearchParams(query)), undefined)
  const made = withMark(planOf(request, source), mark)
  const prepared = preparedMarkPlan(made, mark.source)
  const markFile = prepared && {
    path: writePicture(t, file),
    plan: prepared,
    sha256: mark.sha256,
  }
  const bytes = await render(original, made, { limits, ...(markFile && { mark: markFile }) })
  return { bytes, plan: made, step: made.steps.find(({ op }) => op === 'mark') }
}

/** Whether the picture is black there. */
async function isBlack(bytes: Buffer, x: number, y: number, frame = 0): Promise<boolean> {
  const [red, green, blue, alpha] = await readPixel(bytes, x, y, frame)
  return red + green + blue < 90 && alpha > 200
}

const stills: Record<string, () => Promise<Buffer> | Buffer> = {
  jpeg: () => jpeg({ width: 320, height: 200 }),
  'turned jpeg': () => jpeg({ width: 320, height: 200, orientation: 6 }),
  png: () => png({ width: 320, height: 200 }),
  'transparent png': () => png({ width: 320, height: 200, alpha: true }),
  '16 bits': () => png({ width: 320, height: 200, bitDepth: 16 }),
  webp: () => webp({ width: 320, height: 200, alpha: true }),
  avif: () => avif({ width: 320, height: 200 }),
  tiff: () => tiff({ width: 320, height: 200 }),
  gif: () => gif({ width: 320, height: 200, frames: 1 }),
  heic: () => heic(),
  grey: async () =>
    sharp(await jpeg({ width: 320, height: 200 }))
      .greyscale()
      .jpeg()
      .toBuffer(),
  cmyk: async () =>
    sharp(await jpeg({ width: 320, height: 200 }))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer(),
  'display p3': async () =>
    sharp(await png({ width: 320, height: 200 }))
      .withIccProfile('p3')
      .png()
      .toBuffer(),
}

for (const [name, make] of Object.entries(stills)) {
  t.test(`${name}: the mark is on every format, and nowhere else`, async (t) => {
    const original = await make()
    for (const query of [
      '',
      'w=200&format=png',
      'w=160&h=160',
      'h=140&format=webp',
      'w=160&format=avif',
    ]) {
      const { bytes, plan: made, step } = await marked(t, original, query, markOf({ from: 1 }))
      if (step?.op !== 'mark') throw new Error(query)
      t.match(await sharp(bytes).metadata(), { width: made.width, height: made.height })
      const x = step.left + Math.floor(step.width / 2)
      const y = step.top + Math.floor(step.height / 2)
      t.ok(await isBlack(bytes, x, y), `${query}: ${await readPixel(bytes, x, y)}`)
      const clean = await render(
        original,
        { ...made, steps: made.steps.filter(({ op }) => op !== 'mark') },
        { limits },
      )
      for (const [left, top] of [
        [2, 2],
        [made.width - 3, 2],
        [2, made.height - 3],
        [step.left - 8, step.top - 8],
      ] as const) {
        const [one, other] = [await readPixel(bytes, left, top), await readPixel(clean, left, top)]
        const apart = Math.max(...one.map((value, i) => Math.abs(value - (other[i] ?? 0))))
        t.ok(apart < 12 || other[3] === 0, `${query} ${left},${top}: ${one} ${other}`)
      }
    }
  })
}

t.test('every frame of an animation has it, with delays and loops', async (t) => {
  const original = await gif({ width: 320, height: 200, frames: 4, loop: 2 })
  for (const position of ['bottom-right', 'tile'] as const) {
    for (const query of ['', 'w=200', 'w=160&h=160', 'format=webp']) {
      const { bytes, step } = await marked(t, original, query, markOf({ position }))
      if (step?.op !== 'mark') throw new Error(query)
      t.match(await sharp(bytes).metadata(), { pages: 4, loop: 2, delay: [100, 200, 300, 400] })
      const [x, y] = [step.left + step.width / 2, step.top + step.height / 2].map(Math.floor)
      for (let frame = 0; frame < 4; frame += 1) {
        t.ok(await isBlack(bytes, x ?? 0, y ?? 0, frame), `${position} ${query} ${frame}`)
        t.notOk(await isBlack(bytes, step.width + 4, step.height + 4, frame), 'and not everywhere')
      }
    }
  }
})

t.test('each position is where its name says, within the picture', async (t) => {
  const source = { ...barSource, width: 600, height: 400 }
  const expected: Record<MarkPosition, [left: number, top: number]> = {
    'top-left': [12, 12],
    top: [240, 12],
    'top-right': [468, 12],
    left: [12, 170],
    center: [240, 170],
    right: [468, 170],
    'bottom-left': [12, 328],
    bottom: [240, 328],
    'bottom-right': [468, 328],
    tile: [0, 0],
  }
  for (const [position, [left, top]] of Object.entries(expected)) {
    const mark = markOf({ position: position as MarkPosition })
    const step = withMark(planOf(parseRendition({}, undefined), source), mark).steps.at(-2)
    t.match(step, { op: 'mark', left, top, width: 120, height: 60 }, position)
  }
  for (const [width, height] of [
    [1, 1],
    [1, 4096],
    [4096, 1],
    [3, 2],
    [40, 4000],
  ] as const) {
    for (const position of Object.keys(expected) as MarkPosition[]) {
      const size = { ...source, width, height }
      const step = withMark(
        planOf(parseRendition({}, undefined), size),
        markOf({ position, scale: 1, from: 1 }),
      ).steps.at(-2)
      if (step?.op !== 'mark') throw new Error('no mark')
      t.ok(step.left >= 0 && step.left + step.width <= width, `${width} ${height} ${position}`)
      t.ok(step.top >= 0 && step.top + step.height <= height, `${width} ${height} ${position}`)
      t.ok(step.width >= 1 && step.height >= 1)
    }
  }
})

t.test('it starts with the longer side that the mark says, and is placed after the crop', (t) => {
  const source = { ...barSource, width: 1000, height: 500 }
  const made = (query: Record<string, string>) =>
    withMark(planOf(parseRendition(query, undefined), source), markOf({ from: 300 }))
  const isMarked = ({ steps }: { steps: readonly { op: string }[] }) =>
    steps.some(({ op }) => op === 'mark')
  t.notOk(isMarked(made({ w: '299' })))
  t.ok(isMarked(made({ w: '300' })))
  t.ok(isMarked(made({ w: '20', h: '300' })))
  t.ok(isMarked(made({ w: '100', dpr: '3' })))
  const { steps, width, height } = made({ w: '310', h: '310' })
  t.same(
    steps.map(({ op }) => op),
    ['orient', 'resize', 'crop', 'mark', 'encode'],
  )
  t.match(steps[3], { left: 310 - 62 - 9, top: 310 - 31 - 9, width: 62, height: 31 })
  t.same([width, height], [310, 310])
  t.end()
})

t.test('plans with other marks have other keys, and the key of a clean plan is as before', (t) => {
  const source = {
    ...barSource,
    contentType: 'image/jpeg' as const,
    hasAlpha: false,
    width: 1000,
    height: 500,
    wideGamut: true,
  }
  const request = parseRendition({ w: '600', format: 'webp' }, undefined)
  const clean = planOf(request, source)
  t.equal(withMark(clean, null), clean)
  t.equal(withMark(clean, markOf({ from: 601 })), clean)
  const changes: Partial<Mark>[] = [
    {},
    { opacity: 0.5 },
    { scale: 0.3 },
    { position: 'top' },
    { position: 'tile' },
    { sha256: 'cd'.repeat(32) },
    { source: { ...barSource, height: 100 } },
  ]
  const keys = changes.map((change) => withMark(clean, markOf(change)).key)
  t.equal(new Set(keys).size, changes.length, keys.join(' '))
  for (const key of keys) t.match(key, /^600x300[.]webp[.]q77[.]mark-[0-9a-f]{32}-[\w.-]+$/)
  t.notMatch(withMark(clean, markOf()).steps.at(-1), { gamut: 'p3' }, 'marked pictures are sRGB')
  t.equal(plan(request, source)?.key, '600x300.webp.q77.p3')
  t.end()
})

t.test('opacity and alpha are mixed as browsers do', async (t) => {
  const white = { create: { width: 200, height: 100, channels: 4, background: '#fff' } } as const
  const original = await sharp(white).png().toBuffer()
  const half = await marked(t, original, '', markOf({ opacity: 0.5, position: 'center' }))
  t.same(await readPixel(half.bytes, 100, 50), [128, 128, 128, 255])
  const clear = { create: { ...white.create, background: '#ffffff00' } } as const
  const empty = await sharp(clear).png().toBuffer()
  const above = await marked(t, empty, '', markOf({ opacity: 0.5, position: 'center' }))
  t.same(await readPixel(above.bytes, 100, 50), [0, 0, 0, 128])
  t.equal((await readPixel(above.bytes, 5, 5))[3], 0, 'the rest stays transparent')
})

t.test('a mark that is opaque, animated, deep or small is drawn, too', async (t) => {
  const original = await png({ width: 320, height: 200 })
  const black = sharp({ create: { width: 30, height: 20, channels: 3, background: '#000' } })
  const files = {
    jpeg: [await black.clone().jpeg().toBuffer(), 'image/jpeg', 1],
    gif: [
      await sharp(Buffer.alloc(30 * 60 * 3), {
        raw: { width: 30, height: 60, channels: 3, pageHeight: 20 },
      })
        .gif()
        .toBuffer(),
      'image/gif',
      3,
    ],
    deep: [await black.clone().toColourspace('rgb16').png().toBuffer(), 'image/png', 1],
    grey: [await black.clone().greyscale().png().toBuffer(), 'image/png', 1],
  } as const
  for (const [name, [file, contentType, frameCount]] of Object.entries(files)) {
    const source = { contentType, width: 30, height: 20, frameCount, hasAlpha: false }
    const mark = markOf({ source, sha256: name.padEnd(64, '0'), scale: 0.5, position: 'center' })
    const { bytes, step } = await marked(t, original, '', mark, file)
    t.match(step, { width: 160, height: 107 }, 'a small one is enlarged')
    for (const [x, y] of [
      [85, 50],
      [160, 100],
      [235, 150],
    ] as const) {
      t.ok(await isBlack(bytes, x, y), `${name} ${x} ${y}`)
    }
  }
})

t.test('a plan with a mark is never rendered without it', async (t) => {
  const path = writePicture(t, await png({ width: 300, height: 200 }))
  const made = withMark(
    planOf(parseRendition({}, undefined), await inspect(path, limits)),
    markOf(),
  )
  await t.rejects(render(path, made, { limits }), { message: /mark is missing/ })
  const mark = { path: '/dev/null', plan: made, sha256: 'of an unreadable file' }
  await t.rejects(render(path, made, { limits, mark }))
})
