import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { BLUE, colourAt, distance, GREEN, plain, RED, type Rgb, YELLOW } from '../pictures.js'
import { rendition } from '../rendition.js'

const WHITE: Rgb = [255, 255, 255]

t.test('colours are converted to sRGB from every source space', async (t) => {
  const spaces: [string, number, (colour: Rgb) => Promise<Buffer>][] = [
    [
      'Display P3 JPEG',
      8,
      (c) => plain(32, 32, c).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(),
    ],
    ['Display P3 PNG', 2, (c) => plain(32, 32, c).withIccProfile('p3').png().toBuffer()],
    [
      'Display P3 PNG of 16 bits',
      2,
      (c) => plain(32, 32, c).toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    ],
    ['PNG of 16 bits', 2, (c) => plain(32, 32, c).toColourspace('rgb16').png().toBuffer()],
  ]
  for (const [name, delta, make] of spaces) {
    for (const colour of [RED, GREEN, BLUE, YELLOW]) {
      const { bytes } = await rendition(t, await make(colour), 'w=16&format=png')
      const found = await colourAt(bytes, 8, 8)
      t.ok(distance([found], [colour]) <= delta, `${name}: ${colour} became ${found}`)
      t.match(await sharp(bytes).metadata(), { space: 'srgb', depth: 'uchar', hasProfile: false })
    }
  }
})

t.test('printable colours survive a conversion from CMYK', async (t) => {
  for (const colour of [
    [150, 110, 90],
    [90, 120, 140],
    [120, 130, 80],
    [255, 255, 255],
  ] as const) {
    const original = await plain(32, 32, colour)
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer()
    const { bytes } = await rendition(t, original, 'w=16&format=png')
    const found = await colourAt(bytes, 8, 8)
    t.ok(distance([found], [colour]) <= 14, `${colour} became ${found}`)
  }
})

t.test('greys stay grey', async (t) => {
  const sources = [
    await plain(32, 32, [128, 128, 128]).toColourspace('b-w').jpeg().toBuffer(),
    await plain(32, 32, [128, 128, 128]).toColourspace('grey16').png().toBuffer(),
  ]
  for (const original of sources) {
    const { bytes } = await rendition(t, original, 'w=16&format=webp')
    t.ok(distance([await colourAt(bytes, 8, 8)], [[128, 128, 128]]) <= 3)
  }
})

t.test('transparency is flattened onto white in JPEG and preserved in other formats', async (t) => {
  const half = await plain(32, 32, RED, 0.5).png().toBuffer()
  const none = await plain(32, 32, RED, 0).png().toBuffer()

  const ofHalf = await rendition(t, half, 'w=16&format=jpeg')
  const mixed = RED.map((value) => (value + 255) / 2) as unknown as Rgb
  t.ok(distance([await colourAt(ofHalf.bytes, 8, 8)], [mixed]) <= 4)

  const ofNone = await rendition(t, none, 'format=jpeg')
  t.ok(distance([await colourAt(ofNone.bytes, 8, 8)], [WHITE]) <= 1)

  for (const format of ['webp', 'png', 'avif']) {
    const { bytes } = await rendition(t, half, `w=16&format=${format}`)
    const { channels } = await sharp(bytes).stats()
    t.ok(Math.abs((channels[3]?.mean ?? 0) - 128) <= 2, format)
    t.ok(distance([await colourAt(bytes, 8, 8)], [RED]) <= 12, format)
  }
})

t.test('camera, location and owner are removed', async (t) => {
  const original = await plain(32, 32, RED)
    .withExif({
      IFD0: { Copyright: 'somebody', Model: 'camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>somebody</a></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  for (const format of ['webp', 'jpeg', 'png', 'avif']) {
    const { bytes } = await rendition(t, original, `w=16&format=${format}`)
    const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
    t.strictSame([exif, icc, xmp, iptc].filter(Boolean), [], format)
    t.notOk(bytes.includes('somebody'), format)
  }
})
