import { truncate } from 'node:fs/promises'
import { pngHeader } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { inspect } from '../../src/direct.js'
import { writePicture } from '../files.js'
import { animation, BLUE, GREEN, noise, orientations, plain, quadrants, RED } from '../pictures.js'
import { limits } from '../rendition.js'

const still = { width: 120, height: 80, frameCount: 1, hasAlpha: false }
const colours = [RED, GREEN, BLUE]

const originals: [string, () => Promise<Buffer>, object][] = [
  ['JPEG', () => noise(120, 80).jpeg().toBuffer(), { ...still, contentType: 'image/jpeg' }],
  [
    'progressive JPEG',
    () => noise(120, 80).jpeg({ progressive: true }).toBuffer(),
    { ...still, contentType: 'image/jpeg' },
  ],
  [
    'CMYK JPEG',
    () => noise(120, 80).toColourspace('cmyk').jpeg().toBuffer(),
    { ...still, contentType: 'image/jpeg' },
  ],
  ['PNG', () => noise(120, 80).png().toBuffer(), { ...still, contentType: 'image/png' }],
  [
    'interlaced PNG',
    () => noise(120, 80).png({ progressive: true }).toBuffer(),
    { ...still, contentType: 'image/png' },
  ],
  [
    'PNG with alpha',
    () => plain(120, 80, RED, 0.5).png().toBuffer(),
    { ...still, contentType: 'image/png', hasAlpha: true },
  ],
  [
    'palette PNG with alpha',
    () => plain(120, 80, RED, 0.5).png({ palette: true }).toBuffer(),
    { ...still, contentType: 'image/png', hasAlpha: true },
  ],
  ['WebP', () => noise(120, 80).webp().toBuffer(), { ...still, contentType: 'image/webp' }],
  [
    'lossless WebP',
    () => noise(120, 80).webp({ lossless: true }).toBuffer(),
    { ...still, contentType: 'image/webp' },
  ],
  ['GIF', () => noise(120, 80).gif().toBuffer(), { ...still, contentType: 'image/gif' }],
  [
    'animated GIF',
    async () => (await animation(120, 80, colours)).gif().toBuffer(),
    { width: 120, height: 80, contentType: 'image/gif', frameCount: 3 },
  ],
  [
    'animated WebP',
    async () => (await animation(120, 80, colours)).webp().toBuffer(),
    { width: 120, height: 80, contentType: 'image/webp', frameCount: 3 },
  ],
  [
    'AVIF',
    () => noise(120, 80).avif({ effort: 0 }).toBuffer(),
    { ...still, contentType: 'image/avif' },
  ],
]

t.test('returns type, size, frames and alpha by content', async (t) => {
  for (const [name, make, source] of originals) {
    t.match(await inspect(writePicture(t, await make()), limits), source, name)
  }
})

t.test('returns the displayed size', async (t) => {
  for (const orientation of orientations) {
    const bytes = await quadrants({ width: 40, height: 24, orientation }).jpeg().toBuffer()
    const { width, height } = await inspect(writePicture(t, bytes), limits)
    t.strictSame([width, height], [40, 24], `orientation ${orientation}`)
  }
})

t.test('rejects a truncated file, wherever it was cut', async (t) => {
  for (const [name, make] of originals) {
    const bytes = await make()
    for (const share of [0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      const path = writePicture(t, bytes)
      const length = Math.floor(bytes.length * share)
      await truncate(path, length)
      await t.rejects(
        inspect(path, limits),
        { code: 'UNSUPPORTED_IMAGE' },
        `${name}, ${length} of ${bytes.length} bytes`,
      )
    }
  }
})

t.test('rejects data that cannot be decoded', async (t) => {
  const bytes = await noise(120, 80).png().toBuffer()
  bytes.fill(0x5a, 10_000, 10_064)
  await t.rejects(inspect(writePicture(t, bytes), limits), { code: 'UNSUPPORTED_IMAGE' })
})

t.test('accepts images that every browser shows', async (t) => {
  const jpeg = await noise(120, 80).jpeg().toBuffer()
  const gif = await (await animation(12, 8, colours)).gif().toBuffer()
  const harmless: [string, Buffer][] = [
    ['bytes after the end', Buffer.concat([jpeg, Buffer.from('trailing bytes of a phone')])],
    [
      'stray bytes between JPEG markers',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0, 0]), jpeg.subarray(2)]),
    ],
    ['padding between GIF blocks', Buffer.concat([gif.subarray(0, -1), Buffer.from([0, 0, 0x3b])])],
  ]
  for (const [name, bytes] of harmless) {
    await t.resolves(inspect(writePicture(t, bytes), limits), name)
  }
})

t.test('rejects every other type, and names those that are common', async (t) => {
  const avif = await plain(64, 64, RED).avif({ effort: 0 }).toBuffer()
  const heic = Buffer.from(
    avif.toString('latin1').replace('avif', 'heic').replace('av01', 'hvc1').replace('av1C', 'hvcC'),
    'latin1',
  )
  const hex = (bytes: string) => Buffer.from(bytes, 'hex')
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const others: [string, Buffer, RegExp][] = [
    [
      'SVG',
      latin('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      /SVG.*scripts.*PNG/,
    ],
    ['SVG behind a comment', latin('\xef\xbb\xbf <!-- a logo -->\n<svg width="9" />'), /SVG/],
    ['SVG as XML', latin('<?xml version="1.0"?><!DOCTYPE svg><svg width="9"/>'), /SVG/],
    ['AVIF that says it is HEIC', heic, /not an intact.*HEIC or TIFF/],
    ['PDF', latin('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n'), /PDF.*PNG or JPEG/],
    ['PostScript', latin('%!PS-Adobe-3.0 EPSF-3.0\n'), /PostScript/],
    ['Photoshop', Buffer.concat([latin('8BPS\0\x01'), Buffer.alloc(40)]), /Photoshop/],
    ['BMP', Buffer.concat([latin('BM'), Buffer.alloc(60)]), /BMP.*PNG/],
    ['ICO', hex('00000100010010100000010020006804000016000000'), /icon.*PNG/],
    ['SVGZ', hex('1f8b080000000000'), /gzip.*SVGZ.*PNG or WebP/],
    ['BigTIFF', hex('49492b0008000000'), /BigTIFF.*TIFF, JPEG or PNG/],
    ['JPEG XL', hex('ff0afa1f0100'), /JPEG XL.*no decoder.*JPEG, PNG or WebP/],
    ['JPEG XL in boxes', hex('0000000c4a584c200d0a870a'), /JPEG XL/],
    ['JPEG 2000', hex('0000000c6a5020200d0a870a'), /JPEG 2000/],
    ['Radiance HDR', latin('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n'), /Radiance/],
    ['OpenEXR', hex('762f310102000000'), /OpenEXR/],
    ['MP4', latin('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'), /video/],
    ['QuickTime', latin('\0\0\0\x14ftypqt  \0\0\x02\0qt  '), /video/],
    ['WebM', hex('1a45dfa39f4286810142f7'), /video/],
    ['AVI', latin('RIFF\x24\0\0\0AVI LIST'), /video/],
    ['Canon raw', latin('\0\0\0\x18ftypcrx \0\0\0\x01crx isom'), /raw photo/],
    ['PPM', latin('P6 1 1 255\n\0\0\0'), /not an intact/],
    ['HTML', latin('<!doctype html><svg></svg><img src=x>'), /not an intact/],
    ['nothing', Buffer.alloc(0), /not an intact/],
  ]
  for (const [name, bytes, message] of others) {
    const path = writePicture(t, bytes)
    await t.rejects(inspect(path, limits), { code: 'UNSUPPORTED_IMAGE', message }, name)
  }
})

t.test('rejects too many pixels from the header alone', async (t) => {
  const path = writePicture(t, pngHeader(16_000, 16_000))
  await t.rejects(inspect(path, { maxPixels: 100_000_000 }), {
    code: 'IMAGE_TOO_LARGE',
    message: /16000 × 16000 pixels; at most 100000000/,
  })
  await t.rejects(inspect(path, { maxPixels: 256_000_000 }), { code: 'UNSUPPORTED_IMAGE' })
})

t.test('counts the pixels of all frames', async (t) => {
  const path = writePicture(t, await (await animation(20, 10, colours)).gif().toBuffer())
  t.match(await inspect(path, { maxPixels: 600 }), { frameCount: 3 })
  await t.rejects(inspect(path, { maxPixels: 599 }), {
    code: 'IMAGE_TOO_LARGE',
    message: /3 frames/,
  })
})

t.test('limits the number of frames', async (t) => {
  const path = writePicture(t, await (await animation(20, 10, colours)).gif().toBuffer())
  await t.rejects(inspect(path, { maxPixels: 1000, maxFrames: 2 }), { code: 'IMAGE_TOO_LARGE' })
})

t.test('a missing file is not a fault of the image', async (t) => {
  const missing = inspect(`${t.testdir()}/missing`, limits)
  await t.rejects(missing, { name: 'Error', message: /missing/ })
})
