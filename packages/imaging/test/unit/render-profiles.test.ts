import { withJpegProfile, withJpegSegment, withPngProfile } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { iccProfile, spaces, toSrgb } from '../icc-profile.js'
import { colourAt, distance, plain, type Rgb } from '../pictures.js'
import { rendition } from '../rendition.js'

/** Values that are within sRGB in all of the spaces. */
const colours: Rgb[] = [
  [128, 128, 128],
  [150, 110, 90],
  [90, 130, 160],
  [120, 140, 80],
  [200, 180, 170],
  [40, 50, 45],
  [255, 255, 255],
  [0, 0, 0],
]

const png = (colour: Rgb) => plain(32, 32, colour).png().toBuffer()
const png16 = async (colour: Rgb) => {
  const pixels = Uint16Array.from({ length: 32 * 32 * 3 }, (_, i) => (colour[i % 3] ?? 0) * 257)
  const raw = { width: 32, height: 32, channels: 3 } as const
  return sharp(pixels, { raw }).toColourspace('rgb16').png().toBuffer()
}
const jpeg = (colour: Rgb) => plain(32, 32, colour).jpeg({ quality: 100 }).toBuffer()

t.test('matrix profiles are converted as they define', async (t) => {
  const containers = [
    ['PNG', png, withPngProfile],
    ['PNG of 16 bits', png16, withPngProfile],
    ['JPEG', jpeg, withJpegProfile],
  ] as const
  for (const [space, definition] of Object.entries(spaces)) {
    for (const [container, make, withProfile] of containers) {
      const profile = iccProfile(definition)
      for (const colour of colours) {
        const original = withProfile(await make(colour), profile)
        const [r, g, b] = colour.map((value) => value / 255) as unknown as Rgb
        const expected = toSrgb([r, g, b], definition).map((v) => Math.round(v * 255))
        // With and without resizing: the latter does not use linear light.
        for (const query of ['w=16&format=png', 'format=webp&q=100']) {
          const { bytes } = await rendition(t, original, query)
          const found = await colourAt(bytes, 8, 8)
          const name = `${space} ${container} ${query}: ${colour} became ${found}, not ${expected}`
          t.ok(distance([found], [expected as unknown as Rgb]) <= 3, name)
        }
      }
    }
  }
})

t.test('an invalid profile is ignored', async (t) => {
  const valid = iccProfile(spaces['Adobe RGB'])
  const broken: [string, Buffer][] = [
    ['text', Buffer.from('no profile at all')],
    ['cut off', valid.subarray(0, 140)],
    ['header alone', valid.subarray(0, 128)],
  ]
  for (const [name, profile] of broken) {
    const { bytes } = await rendition(
      t,
      withPngProfile(await png([90, 130, 160]), profile),
      'w=16&format=png',
    )
    const found = await colourAt(bytes, 8, 8)
    t.ok(distance([found], [[90, 130, 160]]) <= 3, `${name}: became ${found}`)
  }
})

t.test('CMYK gives the same result with and without its profile', async (t) => {
  const { icc } = await sharp(
    await plain(8, 8, [0, 0, 0]).withIccProfile('cmyk').jpeg().toBuffer(),
  ).metadata()
  for (const colour of [
    [150, 110, 90],
    [90, 120, 140],
    [255, 255, 255],
  ] as const) {
    const bare = await plain(32, 32, colour).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    const tagged = withJpegProfile(bare, icc ?? Buffer.alloc(0))
    t.match(await sharp(tagged).metadata(), { space: 'cmyk', hasProfile: true })
    for (const original of [bare, tagged]) {
      const { bytes } = await rendition(t, original, 'w=16&format=png')
      const found = await colourAt(bytes, 8, 8)
      t.ok(distance([found], [colour]) <= 14, `${colour} became ${found}`)
    }
  }
})

t.test('inverted CMYK of Adobe is handled: paper is white, and ink is dark', async (t) => {
  const white = await plain(32, 32, [255, 255, 255]).toColourspace('cmyk').jpeg().toBuffer()
  t.ok(white.includes(Buffer.from('Adobe')))
  const { bytes } = await rendition(t, white, 'w=16&format=png')
  t.ok(Math.min(...(await colourAt(bytes, 8, 8))) >= 250)
})

t.test('comments, texts and profiles of the source are removed', async (t) => {
  const secret = Buffer.from('Comment\0somebody', 'latin1')
  const photo = withJpegSegment(await jpeg([90, 130, 160]), 0xfe, secret)
  const noted = withPngProfile(await png([90, 130, 160]), iccProfile(spaces['Display P3']))
  for (const original of [photo, noted]) {
    for (const format of ['webp', 'jpeg', 'png', 'avif']) {
      const { bytes } = await rendition(t, original, `w=16&format=${format}`)
      const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
      t.strictSame([exif, icc, xmp, iptc, comments].filter(Boolean), [], format)
      t.notOk(bytes.includes('somebody'), format)
    }
  }
})
