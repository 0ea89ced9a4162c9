import t from '@vitrine/testing/t'
import { heightAt, heightsOf } from '../../src/reserved-space/heights.js'
import { placeholder, reservation } from '../../src/reserved-space/reservation.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const wide = { aspectRatio: '16/9' }
/** The third byte of its ThumbHash says that it is transparent. */
const thumbhash = Buffer.from([0, 0, 255, 0, 0]).toString('base64')
const logo: WidgetSpec = {
  layout: 'LIST_VERTICAL',
  count: 1,
  pictures: [{ width: 600, height: 600, placeholder: { color: '#000000', thumbhash } }],
}
const heightIn = (spec: WidgetSpec, width: number): number => {
  const steps = heightsOf(publish('https://images.example', 'any', spec))
  const step = steps.findLast(({ from }) => from <= width) ?? steps[0]
  return step === undefined ? Number.NaN : heightAt(step, width)
}

t.test('heights follow from the widths, gaps, bars and paddings', async (t) => {
  const cases: [string, WidgetSpec, number, number][] = [
    ['a carousel with its dots', { layout: 'CAROUSEL', config: wide }, 800, 450 + 44],
    ['the ratio of its pictures', { layout: 'CAROUSEL' }, 600, 400 + 44],
    ['a single picture without dots', { layout: 'CAROUSEL', config: wide, count: 1 }, 800, 450],
    [
      'padding',
      { layout: 'CAROUSEL', config: wide, count: 1, theme: { padding: 80 } },
      960,
      450 + 160,
    ],
    [
      'arrows beside the pictures',
      { layout: 'CAROUSEL', config: { aspectRatio: '2/1', arrowPlacement: 'outside' } },
      804,
      350 + 44,
    ],
    [
      'and below them in a narrow place',
      {
        layout: 'CAROUSEL',
        config: { aspectRatio: '2/1', arrowPlacement: 'outside', showDots: false },
      },
      400,
      200 + 44,
    ],
    [
      'or always',
      {
        layout: 'SLIDER',
        config: { aspectRatio: '2/1', arrowPlacement: 'below', showDots: false },
      },
      800,
      400 + 44,
    ],
    [
      'pictures that are all small',
      { layout: 'CAROUSEL', count: 2, pictures: Array(2).fill({ width: 120, height: 90 }) },
      800,
      90 + 44,
    ],
    [
      'only two of three columns fit',
      { layout: 'CAROUSEL', config: { slidesPerView: 3, aspectRatio: '1/1', showDots: false } },
      400,
      200,
    ],
    ['two rows of squares', { layout: 'GRID', config: { columns: 3, gap: 10 } }, 620, 410],
    ['as many as fit', { layout: 'GRID', config: { gap: 0 } }, 600, 400],
    ['two columns on a phone', { layout: 'GRID', config: { gap: 0 } }, 340, 3 * 170],
    ['two in a sidebar', { layout: 'GRID', config: { gap: 0 } }, 240, 3 * 120],
    ['one in a narrower place', { layout: 'GRID', config: { gap: 0 } }, 239, 6 * 239],
    ['one picture, twice as wide as high', { layout: 'GRID', count: 1 }, 1000, 500],
    ['a last picture that fills its row', { layout: 'GRID', count: 3 }, 316, 150 + 16 + 158],
    [
      'columns by the width of the widget',
      { layout: 'GRID', config: { gap: 0, columnsAt: { '500': 2 } }, count: 4 },
      1000,
      1000,
    ],
    [
      'a column of 720 px',
      { layout: 'LIST_VERTICAL', count: 1, config: { aspectRatio: '2/1' } },
      1000,
      360,
    ],
    [
      'a small picture, which is not enlarged',
      { layout: 'LIST_VERTICAL', count: 1, pictures: [{ width: 120, height: 90 }] },
      1000,
      90,
    ],
    ['a logo, which covers as much as others', logo, 1000, 349],
    ['and as much of a narrow column', logo, 320, 155],
    ['one if wished so', { layout: 'GRID', config: { gap: 0, minColumnWidth: 200 } }, 340, 6 * 340],
    [
      'some of the pictures, and a button',
      { layout: 'GRID', config: { columns: 3, gap: 0, loadMore: 3 } },
      600,
      200 + 60,
    ],
    ['all of them', { layout: 'GRID', config: { columns: 3, gap: 0, loadMore: 6 } }, 600, 400],
    [
      'thumbnails instead of dots',
      { layout: 'CAROUSEL', config: { ...wide, thumbnails: true } },
      800,
      450 + 76,
    ],
    [
      'thumbnails and a button that stops',
      { layout: 'SLIDER', config: { ...wide, thumbnails: true, autoplay: true } },
      800,
      450 + 44 + 76,
    ],
    ['equal heights', { layout: 'LIST_HORIZONTAL', config: { itemHeight: 100 } }, 600, 100 + 24],
    [
      'a row that is filled and one that is not',
      {
        layout: 'GRID',
        config: { rows: 'justified', aspectRatio: '1/1', rowHeight: 100, gap: 10 },
        count: 5,
      },
      350,
      Math.round((350 - 30) / 4 + 10 + 350 / 3.806),
    ],
    ['one more fits', { layout: 'GRID', config: { gap: 0 } }, 1200, 200],
    [
      'a bounded height',
      { layout: 'LIST_VERTICAL', config: { maxHeight: 300 }, theme: { padding: 10 } },
      800,
      320,
    ],
    ['nothing at all', { layout: 'GRID', count: 0, theme: { padding: 7 } }, 800, 14],
  ]
  for (const [name, spec, width, height] of cases) {
    t.equal(Math.round(heightIn(spec, width)), height, name)
  }
})

t.test('a caption adds its lines, fewer in a wider container', async (t) => {
  const config = { ...wide, showCaptions: true, showDots: false }
  const spec: WidgetSpec = { layout: 'CAROUSEL', count: 1, config }
  const captionIn = (width: number) => Math.round(heightIn(spec, width) - (width * 9) / 16)
  t.equal(captionIn(1000), Math.round(14 * (1.2 + 1.45)))
  t.equal(captionIn(240), Math.round(14 * (1.2 + 2 * 1.45)))
})

t.test('the CSS is a single length, for an attribute or a padding', async (t) => {
  const published = publish('https://images.example', 'any', {
    layout: 'CAROUSEL',
    config: wide,
    count: 1,
  })
  t.equal(reservation(published), 'display:block;padding-bottom:max(56.25% + 0px)')
  t.equal(
    placeholder(published),
    '<slot></slot><svg display="block" viewBox="0 0 1 1" width="max(56.25% + 0px)"></svg>',
  )
  const own = { layout: 'LIST_VERTICAL', config: { maxViewportHeight: 50 }, count: 2 } as const
  const capped = publish('https://images.example', 'any', own)
  t.match(
    placeholder(capped),
    'min(33.3333% + 0px,25vh + 0px) + min(62.5% + 0px,25vh + 0px)',
    'each shape by itself',
  )
  t.notMatch(reservation(capped), 'vh', 'a frame is as high as its content, not as its window')
  const tall = publish('https://images.example', 'any', { layout: 'LIST_VERTICAL', count: 6 })
  t.match(placeholder(tall), 'viewBox="0 0 1 8"', 'never wider than its container')
})

t.test('the CSS of many pictures with captions is short and nowhere too low', async (t) => {
  const config = { aspectRatio: 'auto', showCaptions: true }
  const spec: WidgetSpec = { layout: 'GRID', count: 500, config }
  t.ok(placeholder(publish('https://images.example', 'any', spec)).length < 1500)
  const few: WidgetSpec = { layout: 'GRID', count: 8, config }
  const many: WidgetSpec = { layout: 'GRID', count: 80, config: { ...config, gap: 0 } }
  for (const width of [450, 500, 590]) {
    const exact = heightIn({ ...few, config: { ...config, gap: 0 } }, width)
    const spare = heightIn(many, width) - 10 * exact
    t.ok(spare > -1 && spare < 400, `${spare} at ${width}`)
  }
})
