import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costlyPng } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { ingest, inspect, render } from '../../src/direct.js'
import { chooseInput, parseRendition, plan, type SourceImage } from '../../src/index.js'
import { decodeMsOf, mezzanineSizes } from '../../src/plan/mezzanine.js'
import { type TestContext, writePicture } from '../files.js'
import {
  animation,
  BLUE,
  distance,
  orientations,
  plain,
  quadrantColours,
  quadrants,
  RED,
  upright,
} from '../pictures.js'

type TestWithTeardown = TestContext & { teardown(action: () => unknown): void }

const limits = { maxPixels: 20_000_000 }
const jpeg: SourceImage = {
  contentType: 'image/jpeg',
  width: 4000,
  height: 3000,
  frameCount: 1,
  hasAlpha: false,
}

/** Ingests a file into its own folder. */
async function ingested(t: TestWithTeardown, original: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'mezzanines-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const path = writePicture(t, original)
  return { ...(await ingest(path, { directory, limits })), path, directory }
}

t.test('copies are much smaller than the source, and bounded', async (t) => {
  const cases: [number, number, string[]][] = [
    [4000, 3000, ['2048x1536', '1024x768']],
    [3000, 4000, ['2048x2731', '1024x1365']],
    [2731, 2048, ['2048x1536', '1024x768']],
    [2700, 2000, ['1024x759']],
    [1366, 900, ['1024x675']],
    [1360, 900, []],
    [1, 1, []],
    [2000, 50_000, ['164x4096', '82x2048']],
    [60_000, 1000, ['2048x34', '1024x17']],
  ]
  for (const [width, height, expected] of cases) {
    const sizes = mezzanineSizes({ ...jpeg, width, height })
    t.strictSame(
      sizes.map((s) => `${s.width}x${s.height}`),
      expected,
      `${width}x${height}`,
    )
  }
  t.strictSame(mezzanineSizes({ ...jpeg, frameCount: 2 }), [], 'none of an animation')
})

t.test('a rendition uses the smallest sufficient copy, or the original', async (t) => {
  const copies = mezzanineSizes(jpeg)
  const cases: [string, string | undefined][] = [
    ['w=1', '1024'],
    ['w=640', '1024'],
    ['w=819', '1024'],
    ['w=820', '2048'],
    ['h=614', '1024'],
    ['h=616', '2048'],
    ['w=1636', '2048'],
    ['w=1640', undefined],
    ['format=webp', undefined],
    ['w=600&h=600', '1024'],
    ['w=300&h=1000', '2048'],
    ['w=900&h=10&fit=fill', '2048'],
    ['w=900&h=10&fit=contain', '1024'],
  ]
  for (const [query, name] of cases) {
    const request = parseRendition(Object.fromEntries(new URLSearchParams(query)), undefined)
    const planned = plan(request, jpeg)
    t.equal(planned && chooseInput(planned, copies)?.name, name, query)
    t.equal(planned && chooseInput(planned, [...copies].reverse())?.name, name, `${query} reversed`)
    t.equal(planned && chooseInput(planned, []), null)
  }
  const gif: SourceImage = { ...jpeg, contentType: 'image/gif', frameCount: 3 }
  const animated = plan(parseRendition({ w: '100' }, undefined), gif)
  t.equal(animated && chooseInput(animated, copies), null, 'animations need their frames')
})

t.test('the files match their description: upright, sRGB and without metadata', async (t) => {
  const original = await quadrants({ width: 1400, height: 700, orientation: 6 })
    .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' } })
    .jpeg()
    .toBuffer()
  const { source, mezzanines, path, directory } = await ingested(t, original)
  t.strictSame(source, await inspect(path, limits))
  t.match(mezzanines, [{ name: '1024', width: 1024, height: 512, contentType: 'image/jpeg' }])
  const bytes = await readFile(mezzanines[0]?.path ?? '')
  const { format, width, height, orientation, space, hasProfile, exif, chromaSubsampling } =
    await sharp(bytes).metadata()
  t.strictSame(
    { format, width, height, orientation, space, hasProfile, exif, chromaSubsampling },
    {
      format: 'jpeg',
      width: 1024,
      height: 512,
      orientation: undefined,
      space: 'srgb',
      hasProfile: false,
      exif: undefined,
      chromaSubsampling: '4:4:4',
    },
  )
  t.ok(distance(await quadrantColours(bytes), upright) < 12)
  t.strictSame(await readdir(directory), ['1024'])
  const again = await ingested(t, original)
  t.ok(bytes.equals(await readFile(again.mezzanines[0]?.path ?? '')), 'the same bytes')
})

t.test('a picture that is dearer than its pixels has a full copy', async (t) => {
  const size = { width: 1400, height: 700 }
  const plainPng = await quadrants({ ...size, orientation: 6 })
    .png()
    .toBuffer()
  const cheap = await ingested(t, plainPng)
  t.equal(cheap.source.decodeMs, undefined)
  t.strictSame(await readdir(cheap.directory), ['1024'])

  // Twice: once takes hardly more CPU time than the threshold on a fast machine.
  const { source, mezzanines, path } = await ingested(t, costlyPng(costlyPng(plainPng)))
  t.ok((source.decodeMs ?? 0) > 100, `${source.decodeMs} ms`)
  t.match(mezzanines, [{ name: 'full', ...size, contentType: 'image/png' }, { name: '1024' }])
  t.strictSame(
    mezzanines.map(({ name, width, height }) => ({ name, width, height })),
    mezzanineSizes(source),
  )
  const full = mezzanines[0]?.path ?? ''
  t.ok((await stat(full)).size < 0.1 * (await stat(path)).size, 'the unknown chunks are gone')
  t.match(await sharp(full).metadata(), { ...size, orientation: undefined, hasProfile: false })
  t.ok(distance(await quadrantColours(await readFile(full)), upright) < 12)
  const planned = plan(parseRendition({ format: 'webp' }, undefined), source)
  t.equal(planned && chooseInput(planned, mezzanines)?.name, 'full', 'the largest comes from it')
})

t.test('only decoding that takes longer than for any type counts as dear', async (t) => {
  t.equal(decodeMsOf(jpeg, 2500), 0)
  t.equal(decodeMsOf(jpeg, 2501.4), 2501)
  t.equal(decodeMsOf({ ...jpeg, frameCount: 2 }, 4900), 0, 'of all frames')
  const moving = { ...jpeg, frameCount: 2, decodeMs: 9000 }
  t.strictSame(mezzanineSizes(moving), [], 'an animation has no copies')
})

t.test('every orientation is applied once', async (t) => {
  for (const orientation of orientations) {
    const original = await quadrants({ width: 1400, height: 900, orientation }).jpeg().toBuffer()
    const { source, mezzanines } = await ingested(t, original)
    const planned = plan(parseRendition({ w: '100', h: '100' }, undefined), source)
    const input = planned && chooseInput(planned, mezzanines)
    if (!input) throw new Error('a small rendition comes from a mezzanine')
    const bytes = await render(await readFile(input.path), planned, { limits })
    t.match(await sharp(bytes).metadata(), { width: 100, height: 100 })
    t.ok(distance(await quadrantColours(bytes), upright) < 20, `orientation ${orientation}`)
  }
})

t.test('lossless encoding is used for transparency and where it is smaller', async (t) => {
  const photo = await sharp({
    create: {
      width: 1400,
      height: 100,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(1.5)
    .png()
    .toBuffer()
  const cases: [string, Promise<Buffer>, string][] = [
    ['transparent PNG', plain(1400, 100, RED, 0.5).png().toBuffer(), 'image/png'],
    ['transparent WebP', plain(1400, 100, RED, 0.5).webp().toBuffer(), 'image/png'],
    ['opaque WebP with alpha', plain(1400, 100, RED, 1).webp().toBuffer(), 'image/jpeg'],
    ['drawing', quadrants({ width: 1400, height: 100 }).png().toBuffer(), 'image/png'],
    ['photo as PNG', Promise.resolve(photo), 'image/jpeg'],
    ['photo with an opaque alpha', sharp(photo).ensureAlpha().png().toBuffer(), 'image/jpeg'],
    ['photo as AVIF', sharp(photo).avif({ effort: 0 }).toBuffer(), 'image/jpeg'],
  ]
  for (const [name, original, contentType] of cases) {
    const { mezzanines } = await ingested(t, await original)
    t.match(mezzanines, [{ name: '1024', contentType }], name)
    const bytes = await readFile(mezzanines[0]?.path ?? '')
    t.equal(`image/${(await sharp(bytes).metadata()).format}`, contentType, name)
  }
})

t.test('the smallest copy of a picture that hardly compresses is uncompressed', async (t) => {
  const copiesOf = async (sigma: number) => {
    const noise = { type: 'gaussian', mean: 128, sigma } as const
    const size = { width: 2800, height: 280 }
    const created = sharp({ create: { ...size, channels: 4, background: '#0000', noise } })
    const { mezzanines } = await ingested(t, await created.png().toBuffer())
    return Promise.all(
      mezzanines.map(async ({ path, width, height, name }) => {
        t.match(await sharp(path).metadata(), { format: 'png', width, height, channels: 4 })
        t.same((await sharp(path).raw().toBuffer()).length, 4 * width * height)
        return { name, isCompressed: (await stat(path)).size < 4 * width * height }
      }),
    )
  }
  t.same(await copiesOf(40), [
    { name: '2048', isCompressed: true },
    { name: '1024', isCompressed: false },
  ])
  t.same(await copiesOf(0.2), [
    { name: '2048', isCompressed: true },
    { name: '1024', isCompressed: true },
  ])
})

t.test('no file remains of images without copies and of rejected ones', async (t) => {
  const small = await ingested(t, await plain(800, 600, RED).jpeg().toBuffer())
  t.strictSame([small.mezzanines, await readdir(small.directory)], [[], []])

  const moving = await (await animation(1400, 20, [RED, BLUE])).gif().toBuffer()
  t.match(await ingested(t, moving), { source: { frameCount: 2 }, mezzanines: [] })

  const directory = await mkdtemp(join(tmpdir(), 'mezzanines-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const whole = await quadrants({ width: 1400, height: 900 }).jpeg().toBuffer()
  for (const length of [0, 100, 2000, whole.length >> 1, whole.length - 200]) {
    const path = writePicture(t, whole.subarray(0, length))
    await t.rejects(ingest(path, { directory, limits }), { code: 'UNSUPPORTED_IMAGE' })
  }
  const path = writePicture(t, whole)
  const strict = { maxPixels: 1400 * 900 - 1 }
  await t.rejects(ingest(path, { directory, limits: strict }), { code: 'IMAGE_TOO_LARGE' })
  t.strictSame(await readdir(directory), [])
})

t.test('a missing directory is not a fault of the image', async (t) => {
  const path = writePicture(t, await plain(1400, 900, RED).jpeg().toBuffer())
  await t.rejects(ingest(path, { directory: `${path}-missing`, limits }), { code: 'ENOENT' })
})
