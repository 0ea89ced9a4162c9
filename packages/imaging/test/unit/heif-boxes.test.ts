import { measure } from '@vitrine/imaging/direct'
import { type HeicName, heic } from '@vitrine/testing'
import { tiledHeic } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { readHeifBoxes } from '../../src/memory/heif-boxes.js'
import { writePicture } from '../files.js'
import { plain, RED } from '../pictures.js'

t.test('chroma and tiles of HEIC', async (t) => {
  const table: [HeicName, number, number][] = [
    ['large', 1.5, 1],
    ['grid', 1.5, 4096 / 7200],
  ]
  for (const [name, samplesPerPixel, tileShare] of table) {
    t.strictSame(readHeifBoxes(heic(name)), { samplesPerPixel, tileShare }, name)
  }
  t.strictSame(readHeifBoxes(tiledHeic(2, 2)), { samplesPerPixel: 1.5, tileShare: 0.25 })
})

t.test('each chroma format of HEIC', async (t) => {
  for (const [format, samplesPerPixel] of [1, 1.5, 2, 3].entries()) {
    const file = Buffer.from(heic('large'))
    file[file.indexOf('hvcC') + 20] = 0xfc | format
    t.equal(readHeifBoxes(file).samplesPerPixel, samplesPerPixel)
  }
})

t.test('chroma of AVIF', async (t) => {
  for (const [chromaSubsampling, samplesPerPixel] of [
    ['4:2:0', 1.5],
    ['4:4:4', 3],
  ] as const) {
    const file = await plain(64, 64, RED).avif({ effort: 0, chromaSubsampling }).toBuffer()
    t.strictSame(readHeifBoxes(file), { samplesPerPixel, tileShare: 1 })
  }
})

t.test('without boxes, or with broken ones, the most is assumed', async (t) => {
  const jpeg = await sharp(await plain(8, 8, RED).png().toBuffer())
    .jpeg()
    .toBuffer()
  for (const file of [
    Buffer.alloc(0),
    jpeg,
    Buffer.from('pitm'),
    Buffer.from('pitm\0\0\0\0infe'),
  ]) {
    t.strictSame(readHeifBoxes(file), { samplesPerPixel: 3, tileShare: 1 })
  }
})

t.test('48 megapixels in tiles fit the memory limit of uploads', async (t) => {
  const path = writePicture(t, tiledHeic(2, 2))
  const limits = { maxPixels: 100_000_000, maxMemoryBytes: 344 * 1024 * 1024 }
  t.ok((await measure(path, null, limits)).bytes < limits.maxMemoryBytes)
})
