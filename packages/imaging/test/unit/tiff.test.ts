import { dirname } from 'node:path'
import t from '@vitrine/testing/t'
import sharp, { type Sharp } from 'sharp'
import { readFirstDirectory } from '../../src/decode/tiff/directory.js'
import { ingest, inspect } from '../../src/direct.js'
import { writePicture } from '../files.js'
import {
  distance,
  noise,
  orientations,
  plain,
  quadrantColours,
  quadrants,
  RED,
  upright,
} from '../pictures.js'
import { limits, rendition } from '../rendition.js'

const picture = () => quadrants({ width: 64, height: 48 })

const accepted: [string, () => Sharp][] = [
  ['without compression', () => picture().tiff({ compression: 'none' })],
  ['LZW', () => picture().tiff({ compression: 'lzw' })],
  ['LZW with a predictor', () => picture().tiff({ compression: 'lzw', predictor: 'horizontal' })],
  ['Deflate', () => picture().tiff({ compression: 'deflate' })],
  ['PackBits', () => picture().tiff({ compression: 'packbits' })],
  ['16 bits', () => picture().toColourspace('rgb16').tiff({ compression: 'lzw' })],
  ['CMYK', () => picture().toColourspace('cmyk').tiff({ compression: 'lzw' })],
  ['an unused alpha channel', () => picture().ensureAlpha().tiff({ compression: 'lzw' })],
]

t.test('TIFFs of cameras, scanners and editors are accepted', async (t) => {
  for (const [name, make] of accepted) {
    const bytes = await make().toBuffer()
    const expected = { contentType: 'image/tiff', width: 64, height: 48, frameCount: 1 }
    t.match(await inspect(writePicture(t, bytes), limits), expected, name)
    const made = await rendition(t, bytes, 'w=32&format=png')
    const difference = distance(await quadrantColours(made.bytes), upright)
    t.ok(difference <= (name === 'CMYK' ? 90 : 4), `${name}: ${difference}`)
  }
})

t.test('the orientation is applied, and the first page is shown', async (t) => {
  for (const orientation of orientations) {
    const bytes = await quadrants({ width: 64, height: 48, orientation })
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const made = await rendition(t, bytes, 'w=32&format=png')
    t.match(made, { width: 32, height: 24 })
    t.ok(distance(await quadrantColours(made.bytes), upright) <= 4, `orientation ${orientation}`)
  }
  const pages = await Promise.all(
    [picture(), plain(64, 48, RED)].map((page) => page.png().toBuffer()),
  )
  const bytes = await sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  t.equal((await sharp(bytes).metadata()).pages, 2)
  const made = await rendition(t, bytes, 'w=32&format=png')
  t.ok(distance(await quadrantColours(made.bytes), upright) <= 4)
})

t.test('renditions have a format that browsers show', async (t) => {
  const opaque = await picture().tiff({ compression: 'lzw' }).toBuffer()
  t.equal((await rendition(t, opaque, 'w=64')).contentType, 'image/jpeg')
  const transparent = await plain(64, 48, RED, 0.5).tiff({ compression: 'lzw' }).toBuffer()
  t.equal((await rendition(t, transparent, 'w=64')).contentType, 'image/png')
})

/** Sets the value of a tag, of type SHORT, of the first directory. */
function withValue(bytes: Buffer, tag: number, value: number, newTag = tag): Buffer {
  const start = bytes.readUInt32LE(4)
  const count = bytes.readUInt16LE(start)
  for (let at = start + 2; at < start + 2 + 12 * count; at += 12) {
    if (bytes.readUInt16LE(at) !== tag) continue
    bytes.writeUInt16LE(newTag, at)
    bytes.writeUInt16LE(value, at + 8)
    return bytes
  }
  throw new Error(`no tag ${tag}`)
}

t.test('rare variants are rejected before any decoder reads them', async (t) => {
  const plainTiff = () => picture().tiff({ compression: 'none' }).toBuffer()
  const refused: [string, Buffer, RegExp][] = [
    ['JPEG', await picture().tiff({ compression: 'jpeg' }).toBuffer(), /compression.*LZW/],
    ['CCITT', withValue(await plainTiff(), 259, 4), /compression.*LZW/],
    ['tiles', await picture().tiff({ compression: 'lzw', tile: true }).toBuffer(), /tiles.*strips/],
    ['BigTIFF', await picture().tiff({ compression: 'lzw', bigtiff: true }).toBuffer(), /BigTIFF/],
    ['Lab', withValue(await plainTiff(), 262, 8), /colour space/],
    ['six channels', withValue(await plainTiff(), 277, 6), /colour space/],
    ['floats', withValue(await plainTiff(), 339, 3), /depth/],
    ['a raw photo', withValue(await plainTiff(), 296, 1, 254), /raw photo/],
    ['a DNG', withValue(await plainTiff(), 296, 1, 50_706), /raw photo/],
    ['no directory', Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1'), /not an intact/],
    ['nothing more', Buffer.from('MM\0*', 'latin1'), /not an intact/],
  ]
  for (const [name, bytes, message] of refused) {
    const path = writePicture(t, bytes)
    await t.rejects(inspect(path, limits), { code: 'UNSUPPORTED_IMAGE', message }, name)
  }
})

/** A TIFF with nothing but a directory, whose entries are SHORTs with one value inside. */
function directoryOf(entries: number, valuesOfFirst = 1): Buffer {
  const bytes = Buffer.alloc(10 + 12 * entries + 2 * valuesOfFirst)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(entries, 8)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 10 + 12 * entry
    bytes.writeUInt16LE(1000 + entry, at)
    bytes.writeUInt16LE(3, at + 2)
    bytes.writeUInt32LE(entry === 0 ? valuesOfFirst : 1, at + 4)
    bytes.writeUInt32LE(10 + 12 * entries, at + 8)
  }
  return bytes
}

t.test('a directory is read up to a number of entries and of values', async (t) => {
  t.equal(readFirstDirectory(directoryOf(500))?.size, 500)
  t.equal(readFirstDirectory(directoryOf(501)), null)
  t.equal(readFirstDirectory(directoryOf(2, 16))?.get(1000)?.length, 16)
  t.equal(readFirstDirectory(directoryOf(2, 17))?.get(1000)?.length, 1)
})

t.test('a drawing is copied without loss, a photo as JPEG', async (t) => {
  const typeOf = async (image: Sharp) => {
    const path = writePicture(t, await image.tiff({ compression: 'lzw' }).toBuffer())
    const roomy = { maxPixels: 4_000_000 }
    const { mezzanines } = await ingest(path, { directory: dirname(path), limits: roomy })
    return mezzanines[0]?.contentType
  }
  t.same(await typeOf(quadrants({ width: 1400, height: 200 })), 'image/png')
  t.same(await typeOf(noise(1400, 900).blur(2)), 'image/jpeg')
})
