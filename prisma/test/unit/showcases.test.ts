import t from '@vitrine/testing/t'
import { catalogue } from '../../src/seed/catalogue.js'
import { showcases } from '../../src/seed/showcases.js'

t.test('there is one widget per layout, each with a slug of its own', (t) => {
  t.same(showcases.map(({ layout }) => layout).sort(), [
    'CAROUSEL',
    'GRID',
    'LIST_HORIZONTAL',
    'LIST_VERTICAL',
    'MASONRY',
    'SLIDER',
  ])
  for (const { slug, layout } of showcases) {
    t.equal(slug, `demo-${layout.toLowerCase().replace('_', '-')}`)
  }
  t.end()
})

t.test('widgets show pictures of the catalogue, and every picture is shown', (t) => {
  const filenames = new Set(catalogue.map(({ filename }) => filename))
  const shown = new Set(showcases.flatMap(({ pictures }) => pictures))
  t.same([...shown].sort(), [...filenames].sort())
  for (const { pictures, videos = {} } of showcases) {
    t.same(
      Object.keys(videos).filter((name) => !pictures.includes(name)),
      [],
    )
  }
  t.end()
})
