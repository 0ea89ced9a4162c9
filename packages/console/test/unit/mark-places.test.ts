import t from '@vitrine/testing/t'
import { type Place, placesOf, positions } from '../../src/project-settings/mark-places.ts'

/** The same as in the tests of `@vitrine/imaging`. */
const expected: Record<(typeof positions)[number], [left: number, top: number]> = {
  'top-left': [12, 12],
  top: [240, 12],
  'top-right': [468, 12],
  left: [12, 170],
  center: [240, 170],
  right: [468, 170],
  'bottom-left': [12, 328],
  bottom: [240, 328],
  'bottom-right': [468, 328],
  tile: [0, 0],
}

const picture = { width: 600, height: 400 }
const mark = { width: 300, height: 150 }

t.test('a watermark is where delivery draws it', (t) => {
  for (const position of positions) {
    const [left, top] = expected[position]
    const [first] = placesOf(picture, mark, { position, scale: 0.2 })
    t.same(first, { left, top, width: 120, height: 60 } satisfies Place, position)
  }
  const tiles = placesOf(picture, mark, { position: 'tile', scale: 0.2 })
  t.equal(tiles.length, 4 * 4)
  t.same(tiles[1], { left: 180, top: 0, width: 120, height: 60 })
  t.end()
})
