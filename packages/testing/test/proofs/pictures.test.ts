import t from '@vitrine/testing/t'
import sharp from 'sharp'
import {
  animatedWebp,
  avif,
  cmykJpeg,
  cornerColours,
  gif,
  jpeg,
  noisePng,
  type Orientation,
  p3Jpeg,
  png,
  readCorners,
  readPixel,
  svg,
  textFile,
  truncated,
  uprightCorners,
  webp,
} from '../../src/index.js'

const size = { width: 40, height: 30 }

t.test('every picture shows the four corners at the requested size', async (t) => {
  const pictures = { jpeg, png, webp, avif, gif, animatedWebp, cmykJpeg, p3Jpeg }
  for (const [name, make] of Object.entries(pictures)) {
    const file = await make(size)
    const { width, height } = await sharp(file).metadata()
    t.same({ width, height }, size, name)
    t.same(await readCorners(file), uprightCorners, name)
  }
})

t.test('every picture has the same bytes each time', async (t) => {
  const pictures = { jpeg, png, webp, avif, gif, animatedWebp, cmykJpeg, p3Jpeg, noisePng }
  for (const [name, make] of Object.entries(pictures)) {
    t.ok((await make(size)).equals(await make(size)), name)
  }
})

t.test('a JPEG of any orientation displays upright at the same size', async (t) => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as Orientation[]) {
    const file = await jpeg({ ...size, orientation })
    t.equal((await sharp(file).metadata()).orientation ?? 1, orientation)
    const upright = await sharp(file).autoOrient().png().toBuffer({ resolveWithObject: true })
    t.same([upright.info.width, upright.info.height], [40, 30], `size, ${orientation}`)
    t.same(await readCorners(upright.data), uprightCorners, `corners, ${orientation}`)
  }
})

t.test('an oriented JPEG is stored turned', async (t) => {
  const file = await jpeg({ ...size, orientation: 6 })
  t.same(await readCorners(file), ['green', 'yellow', 'red', 'blue'])
})

t.test('a JPEG has a GPS position only if requested', async (t) => {
  t.equal((await sharp(await jpeg()).metadata()).exif, undefined)
  const exif = (await sharp(await jpeg({ gps: true })).metadata()).exif
  t.ok(exif?.includes('2026:01:02 03:04:05'))
})

t.test('alpha clears the bottom right quadrant', async (t) => {
  for (const file of [await png({ alpha: true }), await webp({ alpha: true })]) {
    t.same(await readCorners(file), ['red', 'green', 'blue', 'clear'])
  }
  t.equal((await sharp(await png()).metadata()).hasAlpha, false)
})

t.test('a PNG can have 16 bits a channel', async (t) => {
  t.equal((await sharp(await png({ bitDepth: 16 })).metadata()).depth, 'ushort')
})

t.test('animations have the requested frames, delays and loop', async (t) => {
  for (const make of [gif, animatedWebp]) {
    const file = await make({ ...size, frames: 2, delays: [50, 240], loop: 3 })
    const { pages, pageHeight, delay, loop } = await sharp(file, { animated: true }).metadata()
    t.same(
      { pages, pageHeight, delay, loop },
      { pages: 2, pageHeight: 30, delay: [50, 240], loop: 3 },
    )
    t.same(await readCorners(file, 1), ['green', 'blue', 'yellow', 'red'])
  }
  t.throws(() => gif({ frames: 2, delays: [50] }), { message: /one value per frame: 2, not 1/ })
})

t.test('CMYK and P3 pictures are close to the colours after conversion, not before', async (t) => {
  t.equal((await sharp(await cmykJpeg()).metadata()).space, 'cmyk')
  const tolerances = [
    { file: await cmykJpeg(), levels: 32 },
    { file: await p3Jpeg(), levels: 3 },
  ]
  for (const { file, levels } of tolerances) {
    const [red, green, blue] = await readPixel(file, 2, 2)
    const off = [red - 200, green - 60, blue - 60].map(Math.abs)
    t.ok(Math.max(...off) <= levels, `${off} within ${levels}`)
  }
  const ignored = await sharp(await p3Jpeg(), { ignoreIcc: true })
    .png()
    .toBuffer()
  t.ok((await readPixel(ignored, 2, 2))[0] < cornerColours.red[0] - 8)
})

t.test('noise does not compress', async (t) => {
  t.ok((await noisePng({ width: 100, height: 100 })).length >= 30_000)
})

t.test('a truncated picture, an SVG and a text file do not decode as pictures', async (t) => {
  await t.rejects(
    sharp(await truncated(await jpeg()), { failOn: 'truncated' })
      .raw()
      .toBuffer(),
  )
  t.equal((await sharp(await svg()).metadata()).format, 'svg')
  await t.rejects(sharp(await textFile()).metadata())
})

t.test('a pixel outside the picture is refused with its place', async (t) => {
  await t.rejects(readPixel(await png(size), 40, 0), {
    message: 'pixel (40, 0) lies outside a picture of 40 × 30',
  })
})
