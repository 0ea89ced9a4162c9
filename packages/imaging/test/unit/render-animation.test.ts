import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { inspect } from '../../src/direct.js'
import { writePicture } from '../files.js'
import { animation, BLUE, colourAt, distance, GREEN, RED, type Rgb, YELLOW } from '../pictures.js'
import { limits, rendition } from '../rendition.js'

const colours = [RED, GREEN, BLUE, YELLOW]
const timing = { delay: [100, 250, 70, 1000], loop: 3 }

const originals = {
  gif: async () => (await animation(40, 24, colours)).gif(timing).toBuffer(),
  webp: async () =>
    (await animation(40, 24, colours)).webp({ ...timing, lossless: true }).toBuffer(),
}

async function frameColours(bytes: Buffer, count: number): Promise<Rgb[]> {
  const frames = Array.from({ length: count }, (_, page) => sharp(bytes, { page }).png().toBuffer())
  return Promise.all(frames.map(async (frame) => colourAt(await frame, 5, 5)))
}

t.test('frames, delays and loop count are preserved in WebP and GIF', async (t) => {
  for (const [name, make] of Object.entries(originals)) {
    const original = await make()
    for (const query of ['w=20', 'w=10&h=20', 'w=10&h=20&fit=fill', 'w=20&format=webp']) {
      const { bytes, width, height } = await rendition(t, original, query)
      t.match(
        await sharp(bytes).metadata(),
        { width, height, pages: 4, ...timing },
        `${name} ${query}`,
      )
      t.ok(distance(await frameColours(bytes, 4), colours) < 30, `${name} ${query}`)
    }
  }
})

t.test('other formats show the first frame', async (t) => {
  for (const [name, make] of Object.entries(originals)) {
    for (const format of ['jpeg', 'png', 'avif']) {
      const { bytes, width, height } = await rendition(t, await make(), `w=20&format=${format}`)
      const found = await sharp(bytes).metadata()
      t.match(
        [found.width, found.height, found.pages ?? 1],
        [width, height, 1],
        `${name} ${format}`,
      )
      t.ok(distance([await colourAt(bytes, 5, 5)], [RED]) < 30, `${name} ${format}`)
    }
  }
})

t.test('a long animation fits into WebP although its stacked frames would not', async (t) => {
  const many = Array.from({ length: 50 }, (_, i) => colours[i % 4] ?? RED)
  const original = await (await animation(4, 400, many)).gif().toBuffer()
  const { bytes } = await rendition(t, original, 'format=webp')
  t.match(await sharp(bytes).metadata(), { height: 400, pages: 50 })
})

t.test('an orientation is ignored for an animation, in its size and its renditions', async (t) => {
  const original = await (await animation(40, 24, colours))
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer()
  t.match(await inspect(writePicture(t, original), limits), { width: 40, height: 24 })
  for (const format of ['webp', 'png']) {
    const { bytes } = await rendition(t, original, `w=20&format=${format}`)
    t.match(await sharp(bytes).metadata(), { width: 20, height: 12 }, format)
  }
})
