import t from 'tap'
import {
  bytesAt,
  commonNames,
  curveOf,
  type Measured,
  matchedRatios,
} from '../../src/quality/curve.js'
import type { Results } from '../../src/quality/measure.js'
import { formatQuality, qualityNotes } from '../../src/quality/table.js'

const curve: Measured[] = [
  { quality: 60, bytes: 1000, ssim: 0.9 },
  { quality: 70, bytes: 2000, ssim: 0.95 },
  { quality: 80, bytes: 8000, ssim: 0.97 },
]

t.test('bytes at an SSIM lie between those of the neighbouring qualities', async (t) => {
  const table: [ssim: number, bytes: number][] = [
    [0.9, 1000],
    [0.95, 2000],
    [0.96, 4000],
    [0.97, 8000],
  ]
  for (const [ssim, bytes] of table) {
    t.ok(Math.abs(bytesAt(curve, ssim) - bytes) < 1e-6, `${ssim}`)
    t.ok(Math.abs(bytesAt(curve.toReversed(), ssim) - bytes) < 1e-6, `${ssim}`)
  }
  for (const beyond of [0.89, 0.98]) t.ok(Number.isNaN(bytesAt(curve, beyond)), `${beyond}`)
  t.ok(Number.isNaN(bytesAt([], 0.9)))
})

t.test('ratios are of the qualities of the peer that our curve reaches', async (t) => {
  const theirs = [
    { quality: 70, bytes: 4000, ssim: 0.95 },
    { quality: 80, bytes: 2000, ssim: 0.96 },
    { quality: 90, bytes: 9000, ssim: 0.99 },
  ]
  const [first, second, ...more] = matchedRatios(curve, theirs)
  t.match(first, { quality: 70, ratio: 0.5 })
  t.ok(Math.abs((second?.ratio ?? 0) - 2) < 1e-6)
  t.same(more, [])
})

const samplesOf = (scale: number, names: readonly string[]) =>
  new Map(
    [60, 70, 80, 90].map((quality) => [
      quality,
      new Map(names.map((name) => [name, { bytes: scale * quality, ssim: quality / 100 }])),
    ]),
  )

t.test('means are over the photographs that all have at each quality', async (t) => {
  const [all, some] = [samplesOf(1, ['a', 'b', 'c']), samplesOf(1, ['b', 'c', 'd'])]
  some.get(70)?.delete('c')
  t.same(commonNames([all, some]), ['b'])
  t.same(commonNames([]), [])
  all.get(60)?.set('b', { bytes: 100, ssim: 0.5 })
  t.same(curveOf(all, ['a', 'b'])[0], { quality: 60, bytes: 80, ssim: 0.55 })
})

t.test('a row has a verdict, and a peer without figures a note', async (t) => {
  const done = (scale: number): Results => ({ samples: samplesOf(scale, ['a']), failure: null })
  const results = new Map<string, Results>([
    ['ours', done(1000)],
    ['larger', done(1250)],
    ['smaller', done(800)],
    ['broken', { samples: new Map(), failure: 'GET /a: 500' }],
  ])
  const compared = [{ format: 'webp', at: 80, results }]
  const [, larger, smaller, broken] = formatQuality(compared)
  t.match(
    larger,
    /^webp 80 +larger +1 +100 +0\.8000 +80 +0\.8000 +80 +0\.80 × +0\.80–0\.80, n 4 +met$/,
  )
  t.match(smaller, / 1\.25 × +1\.25–1\.25, n 4 +MISSED by 25\.0 %$/)
  t.match(broken, /^webp 80 +broken +0 .* NOT MEASURED$/)
  t.same(qualityNotes(compared), ['broken, webp: GET /a: 500'])
})
