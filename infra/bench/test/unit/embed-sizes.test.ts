import t from 'tap'
import { linesOf } from '../../src/embed/lcp/compare.js'
import { allLayouts, carouselPage, type Manifest } from '../../src/embed/sizes.js'
import { judge } from '../../src/report/verdict.js'

const manifest: Manifest = {
  v1: { file: 'v1.js', gzipBytes: 4000 },
  'layouts/carousel': { file: 'v1/A/carousel.js', gzipBytes: 3000 },
  'layouts/grid': { file: 'v1/A/grid.js', gzipBytes: 300 },
  'v1/A/chunk.js': { file: 'v1/A/chunk.js', gzipBytes: 100 },
  'lightbox/lightbox': { file: 'v1/A/lightbox.js', gzipBytes: 2000 },
  pinned: { file: 'v1-B.js', gzipBytes: 4000 },
  parts: { file: 'v1/A/parts.json', gzipBytes: 500 },
  'labels/de': { file: 'v1/A/labels-de.js', gzipBytes: 200 },
}

t.test('the size of all layouts excludes only the lightbox and other languages', (t) => {
  const files = ['v1.js', 'v1/A/carousel.js', 'v1/A/grid.js', 'v1/A/chunk.js']
  t.same(allLayouts(manifest), files)
  t.end()
})

t.test('a page with a carousel loads the entry and the carousel', async (t) => {
  t.equal(carouselPage(manifest), 7000)
  t.throws(() => carouselPage({ v1: { file: 'v1.js', gzipBytes: 1 } }), {
    message: /no layouts\/carousel/,
  })
})

t.test('a paint is judged by its ratio to the plain picture’s, per round', async (t) => {
  const lines = linesOf({
    // The machine was twice as slow in the last round, for all.
    plain: [500, 500, 1000],
    snippet: [550, 550, 1100],
    script: [955, 955, 1910],
    iframe: [1000, 1000, 2000],
  })
  t.same(
    lines.map((line) => [line.name, judge(line).figure, judge(line).verdict]),
    [
      ['largest paint, script', '1.91 ×', 'MISSED by 0.5 %'],
      ['largest paint, snippet', '1.10 ×', 'met'],
      ['largest paint, iframe', '', ''],
    ],
  )
})
