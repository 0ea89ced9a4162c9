import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { distance, orientations, quadrantColours, quadrants, upright } from '../pictures.js'
import { rendition } from '../rendition.js'

/** The tolerance of lossy formats at default quality, mostly for chroma. */
const CLOSE = 40

const fits = { cover: [24, 24], contain: [24, 14], fill: [24, 24] } as const

t.test('every orientation is applied in every fit and format', async (t) => {
  for (const orientation of orientations) {
    const original = await quadrants({ width: 40, height: 24, orientation })
      .jpeg({ quality: 95 })
      .toBuffer()
    for (const [fit, size] of Object.entries(fits)) {
      for (const format of ['webp', 'jpeg', 'png', 'avif']) {
        const name = `orientation ${orientation}, ${fit}, ${format}`
        const { bytes } = await rendition(t, original, `w=24&h=24&fit=${fit}&format=${format}`)
        const { width, height, orientation: left } = await sharp(bytes).metadata()
        t.strictSame([width, height, left], [...size, undefined], name)
        t.ok(distance(await quadrantColours(bytes), upright) < CLOSE, name)
      }
    }
  }
})

t.test('an orientation is applied for every kind of source', async (t) => {
  for (const format of ['png', 'webp', 'avif'] as const) {
    const original = await quadrants({ width: 40, height: 24, orientation: 6 })
      .toFormat(format, { quality: 95 })
      .toBuffer()
    const { bytes, width, height } = await rendition(t, original, 'w=20&format=png')
    t.strictSame([width, height], [20, 12], format)
    t.ok(distance(await quadrantColours(bytes), upright) < CLOSE, format)
  }
})

t.test('the result has exactly the planned size', async (t) => {
  const original = await quadrants({ width: 101, height: 67 }).png().toBuffer()
  const queries = ['w=1', 'h=1', 'w=100', 'w=33&h=66', 'w=50&h=2', 'w=4096&h=13', 'w=1&h=4096']
  for (const query of queries) {
    for (const fit of ['cover', 'contain', 'fill']) {
      const { bytes, width, height } = await rendition(t, original, `${query}&fit=${fit}`)
      t.match(await sharp(bytes).metadata(), { width, height }, `${query} ${fit}`)
    }
  }
})

t.test('cover cuts both ends equally', async (t) => {
  const original = await quadrants({ width: 200, height: 20 }).png().toBuffer()
  const { bytes } = await rendition(t, original, 'w=20&h=20')
  t.ok(distance(await quadrantColours(bytes), upright) < 5)
})
