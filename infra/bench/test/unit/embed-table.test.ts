import t from 'tap'
import { carouselColumns, lightboxColumns } from '../../src/embed/behaviour/columns.js'
import type { CarouselSeen } from '../../src/embed/behaviour/measure.js'
import { formatSeen, missedOf } from '../../src/embed/behaviour/table.js'

const perfect: CarouselSeen = {
  name: 'ours',
  layoutShift: 0.0004,
  stops: { hover: 'yes', focus: 'yes', 'reduced motion': 'yes' },
  findings: [],
  policy: { violations: [], works: true },
  fetched: { screen: 3, far: 0 },
}

t.test('a carousel that meets all bars has no misses', async (t) => {
  t.same(missedOf(carouselColumns, [perfect]), [])
})

t.test('each missed bar is reported separately', async (t) => {
  const table: [seen: Partial<CarouselSeen>, missed: string][] = [
    [{ layoutShift: 0.0005 }, 'layout shift: 0.001, not 0.000'],
    [{ stops: { ...perfect.stops, hover: 'option' } }, 'stops: hover: option, not yes'],
    [{ stops: { ...perfect.stops, focus: 'none' } }, 'stops: focus: none, not yes'],
    [{ stops: { ...perfect.stops, 'reduced motion': 'no' } }, 'stops: reduced motion: no, not yes'],
    [{ findings: [{ rule: 'target-size', impact: 'serious', elements: 8 }] }, 'axe: 8, not 0'],
    [{ policy: { violations: ['style-src inline'], works: true } }, 'policy: 1, not 0'],
    [{ policy: { violations: [], works: false } }, 'policy: 0, does not work, not 0'],
    [{ fetched: { screen: 1, far: 2 } }, 'fetched: far: 2, not 0'],
  ]
  for (const [seen, missed] of table) {
    t.same(missedOf(carouselColumns, [perfect, { ...perfect, ...seen }]), [
      `MISSED ours, ${missed}`,
    ])
  }
})

t.test('the table has a heading, the bars, a row for each subject, and the findings', async (t) => {
  const other = {
    name: 'a longer name',
    findings: [
      { rule: 'target-size', impact: 'serious', elements: 8 },
      { rule: 'region', impact: 'moderate', elements: 1 },
    ],
    policy: { violations: ['style-src inline', 'img-src data'], works: false },
  }
  t.same(formatSeen(lightboxColumns, [perfect, other]), [
    '               axe  policy',
    'bar            0    0',
    'ours           0    0',
    'a longer name  9    2, does not work',
    'a longer name, axe: target-size × 8 (serious), region × 1 (moderate)',
    'a longer name, policy: style-src inline, img-src data',
  ])
})
