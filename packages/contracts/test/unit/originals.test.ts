import { createRandom } from '@vitrine/testing/random'
import t from '@vitrine/testing/t'
import { type Exposure, publicSize, publicWidthBounds } from '../../src/index.js'

t.test(
  'public originals, and pictures within the bound, are shown in their own size',
  async (t) => {
    const size = { width: 3000, height: 2000 }
    t.same(publicSize(size, { originals: 'public', maxPublicWidth: 320 }), size)
    t.same(publicSize(size, { originals: 'signed', maxPublicWidth: 3000 }), size)
  },
)

t.test('otherwise the longer side is within the bound, and the ratio stays', async (t) => {
  const exposure: Exposure = { originals: 'signed', maxPublicWidth: 2048 }
  t.same(publicSize({ width: 6000, height: 4000 }, exposure), { width: 2048, height: 1365 })
  t.same(publicSize({ width: 4000, height: 6000 }, exposure), { width: 1365, height: 2048 })
  const random = createRandom(20_261_129)
  for (let i = 0; i < 20_000; i += 1) {
    const size = { width: random.int(1, 30_000), height: random.int(1, 30_000) }
    const maxPublicWidth = random.int(publicWidthBounds.min, publicWidthBounds.max)
    // A line of pixels cannot be scaled below one pixel.
    if (Math.max(size.width, size.height) > maxPublicWidth * Math.min(size.width, size.height))
      continue
    const { width, height } = publicSize(size, { originals: 'signed', maxPublicWidth })
    const isWithin = Math.max(width, height) <= maxPublicWidth
    if (!isWithin || width > size.width || height > size.height) {
      t.fail(JSON.stringify({ size, maxPublicWidth, width, height }))
    }
  }
})
