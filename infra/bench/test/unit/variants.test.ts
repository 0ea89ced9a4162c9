import t from 'tap'
import { createVariants } from '../../src/delivery/variants.js'

t.test('no variant of a picture is repeated, and all have about the same size', async (t) => {
  const next = createVariants()
  const variants = Array.from({ length: 5000 }, () => next('a'))
  t.equal(new Set(variants.map(({ width, height }) => `${width}x${height}`)).size, 5000)
  for (const { width, height } of variants.slice(0, 2000)) {
    t.ok(
      width >= 600 && width < 680 && height > 420 && height <= 508 && height !== (width * 3) / 4,
      `${width} × ${height}`,
    )
  }
})

t.test('any few consecutive variants average 640 px in width, ± 5 %', async (t) => {
  const next = createVariants()
  for (let round = 0; round < 50; round += 1) {
    const widths = Array.from({ length: 6 }, () => next('a').width)
    const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length
    t.ok(Math.abs(mean / 640 - 1) < 0.05, `${widths}`)
  }
})

t.test('pictures do not share their variants', async (t) => {
  const next = createVariants()
  t.same(next('a'), next('b'))
})
