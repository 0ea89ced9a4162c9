import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { drawPhoto } from '../../src/pictures/photo.js'
import { type Contender, createOurs } from '../../src/quality/contenders.js'
import { measureSeries } from '../../src/quality/measure.js'
import type { Original } from '../../src/quality/originals.js'
import { compareGamuts } from '../../src/quality/wide-gamut.js'

/** On its side, as a phone stores it. */
async function writeOriginal(folder: string): Promise<Original> {
  const { pixels, ...raw } = await drawPhoto(800, 600)
  const path = join(folder, 'photo.jpeg')
  const image = sharp(pixels, { raw: { ...raw, channels: 3 } }).modulate({ saturation: 3 })
  await image.jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toFile(path)
  return { name: 'photo.jpeg', path, width: 600, height: 800 }
}

t.test('renditions are compared with an exact resize of the upright original', async (t) => {
  const folder = t.testdir()
  const original = await writeOriginal(folder)
  const wrong: Contender = {
    name: 'wrong',
    render: async () => {
      throw new Error('500')
    },
  }
  const sideways: Contender = {
    name: 'sideways',
    render: async ({ path }, { width, format, quality }) =>
      sharp(path).resize({ width }).toFormat(format, { quality }).toBuffer(),
  }
  const series = { format: 'webp', originals: [original], ours: [40, 80], peers: [80] } as const
  const results = await measureSeries(series, 300, [createOurs(folder), wrong, sideways])
  const sampleOf = (name: string, quality: number) =>
    results.get(name)?.samples.get(quality)?.get('photo.jpeg') ?? { bytes: 0, ssim: 0 }
  const [low, high] = [sampleOf('ours', 40), sampleOf('ours', 80)]
  t.ok(high.ssim > 0.95 && high.ssim < 1, `${high.ssim}`)
  t.ok(low.ssim < high.ssim, `${low.ssim}`)
  t.ok(low.bytes < high.bytes, `${low.bytes} ${high.bytes}`)
  t.match(results.get('sideways'), { failure: /another ratio: 300 × 225 pixels/ })
  t.match(results.get('wrong'), { failure: '500', samples: new Map() })
})

t.test('photographs read as Display P3 are compared in both gamuts', async (t) => {
  const folder = t.testdir()
  const [head, ...rows] = await compareGamuts([await writeOriginal(folder)], 300, folder)
  t.match(head, /photographs +KB in P3 +KB in sRGB +P3 ÷ sRGB$/)
  t.equal(rows.length, 2)
  for (const row of rows) t.match(row, /^(webp|avif) +1( +\d+(\.\d+)?){2} +[01]\.\d\d ×$/)
})
