import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { describeStored, ingest } from '../../src/direct.js'
import { type TestContext, writePicture } from '../files.js'
import { animation, BLUE, RED } from '../pictures.js'

type TestWithTeardown = TestContext & { teardown(action: () => unknown): void }

const limits = { maxPixels: 20_000_000 }

async function described(t: TestWithTeardown, picture: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'described-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const path = writePicture(t, picture)
  const { described, mezzanines } = await ingest(path, { directory, limits })
  return { ...described, hash: Buffer.from(described.thumbhash, 'base64'), path, mezzanines }
}

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

const distance = (one: string, other: string) =>
  Math.max(
    ...[1, 3, 5].map((at) =>
      Math.abs(
        Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16),
      ),
    ),
  )

t.test('a plain picture has its colour, with and without smaller copies', async (t) => {
  for (const [width, height] of [
    [3000, 2000],
    [300, 200],
    [1, 1],
    [5, 3000],
  ] as const) {
    const { color } = await described(t, await plain(width, height, '#c04030').jpeg().toBuffer())
    t.ok(distance(color, '#c04030') <= 4, `${width} × ${height}: ${color}`)
  }
})

t.test('the colour is the most frequent one, not the mean of all', async (t) => {
  const patch = await plain(300, 600, '#f0e020').png().toBuffer()
  const picture = plain(1000, 600, '#102080').composite([{ input: patch, left: 0, top: 0 }])
  const { color } = await described(t, await picture.png().toBuffer())
  t.ok(distance(color, '#102080') <= 4, color)
})

t.test('a ThumbHash has the mean, the ratio and the transparency of its picture', async (t) => {
  const wide = await described(t, await plain(2000, 1000, '#3060c0').jpeg().toBuffer())
  t.ok(Math.abs(thumbHashToApproximateAspectRatio(wide.hash) - 2) < 0.5)
  const { r, g, b, a } = thumbHashToAverageRGBA(wide.hash)
  t.ok(Math.abs(r - 0x30 / 255) < 0.05 && Math.abs(g - 0x60 / 255) < 0.05 && b > 0.7 && a === 1)
  const half = { create: { width: 60, height: 60, channels: 4, background: '#ff000080' } } as const
  const clear = await described(t, await sharp(half).png().toBuffer())
  t.ok(thumbHashToAverageRGBA(clear.hash).a < 0.6)
  t.ok(distance(clear.color, '#ff0000') <= 4, clear.color)
})

t.test('it is upright and in sRGB for every kind of original', async (t) => {
  const turned = await plain(1000, 2000, '#208040')
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { hash } = await described(t, turned)
  t.ok(thumbHashToApproximateAspectRatio(hash) > 1, 'displayed 2000 × 1000')
  const grey = await described(t, await plain(90, 60, '#777').grayscale().png().toBuffer())
  t.ok(distance(grey.color, '#777777') <= 4, grey.color)
  const cmyk = await plain(90, 60, '#2080d0').toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
  t.ok(distance((await described(t, cmyk)).color, '#2080d0') <= 40)
  const nothing = { create: { width: 9, height: 9, channels: 4, background: '#0000' } } as const
  t.equal((await described(t, await sharp(nothing).png().toBuffer())).color, '#808080')
})

t.test('of an animation it is the first frame', async (t) => {
  const { color, thumbhash } = await described(
    t,
    await (await animation(120, 80, [RED, BLUE])).webp().toBuffer(),
  )
  t.match(color, /^#[0-9a-f]{6}$/)
  t.ok(thumbhash.length > 20)
})

t.test('of a stored copy or original it is nearly the same', async (t) => {
  const { color, thumbhash, path, mezzanines } = await described(
    t,
    await plain(3000, 2000, '#7040a0').jpeg().toBuffer(),
  )
  const [smallest] = mezzanines.slice(-1)
  const ofCopy = await describeStored(smallest?.path ?? '', limits)
  t.ok(distance(ofCopy.color, color) <= 4)
  t.equal(ofCopy.thumbhash.length, thumbhash.length)
  t.ok(distance((await describeStored(path, limits)).color, color) <= 4)
})
