import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { geometryOf, listGeometryOf } from '../../src/library/grid/geometry.ts'
import {
  type Geometry,
  heightOf,
  mostPx,
  offsetOf,
  offsetShowing,
  positionAt,
  rowsInSight,
  rowsOf,
  scrolled,
  stepOf,
  topIndexOf,
  topOf,
  trackOf,
} from '../../src/library/grid/window.ts'

const gridOf = (count: number, columns = 6): Geometry => ({
  count,
  columns,
  rowHeight: 220,
  viewport: 800,
})
const million = gridOf(1_000_000)

t.test('a short list scrolls as the browser does', async (t) => {
  const grid = gridOf(600)
  t.equal(trackOf(grid), heightOf(grid))
  const position = scrolled(grid, positionAt(grid, 0), 4400)
  t.same(position, { offset: 4400, scroll: 4400 })
  t.equal(topOf(grid, position, 20), 4400)
})

t.test(
  'a list of a million has a track that browsers can show, and both of its ends',
  async (t) => {
    t.ok(heightOf(million) > mostPx)
    t.equal(trackOf(million), mostPx)
    t.equal(rowsInSight(million, positionAt(million, 0)).first, 0)
    const end = positionAt(million, Number.POSITIVE_INFINITY)
    t.equal(rowsInSight(million, end).last, rowsOf(million) - 1)
    t.equal(end.scroll, mostPx - million.viewport)
    t.same(scrolled(million, positionAt(million, 5000), mostPx - million.viewport), end)
    t.equal(scrolled(million, end, 0).offset, 0)
  },
)

t.test('a step of the wheel moves a long list by as much as a short one', async (t) => {
  const from = positionAt(million, 9_000_000)
  t.equal(scrolled(million, from, from.scroll + 120).offset, 9_000_120)
})

t.test('a jump of the scroll bar goes to the same part of the list', async (t) => {
  const half = scrolled(million, positionAt(million, 0), (mostPx - million.viewport) / 2)
  t.ok(Math.abs(half.offset - (heightOf(million) - million.viewport) / 2) < 1)
})

t.test('wherever a list is, the rows in sight are rendered, and few others', async () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 2, max: 12 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (count, columns, moves) => {
        const grid = gridOf(count, columns)
        const most = Math.max(0, trackOf(grid) - grid.viewport)
        let at = positionAt(grid, 0)
        for (const move of moves) at = scrolled(grid, at, move * most)
        const { first, last } = rowsInSight(grid, at)
        const isCovered =
          (first === 0 || topOf(grid, at, first) <= at.scroll) &&
          (last === rowsOf(grid) - 1 || topOf(grid, at, last + 1) >= at.scroll + grid.viewport)
        return isCovered && last - first <= 10 && at.offset >= 0
      },
    ),
  )
})

t.test('a cell out of sight is brought to the nearest edge', async (t) => {
  const grid = gridOf(600)
  t.equal(offsetShowing(grid, 0, 0), 0)
  t.equal(offsetShowing(grid, 0, 599), heightOf(grid) - 800)
  t.equal(offsetShowing(grid, 5000, 6), 220)
})

t.test('keys lead to cells that exist', async (t) => {
  const grid = gridOf(20)
  const cases: [string, number, number | null][] = [
    ['ArrowRight', 0, 1],
    ['ArrowRight', 19, 19],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 0, 6],
    ['ArrowDown', 15, 15],
    ['ArrowUp', 3, 3],
    ['End', 0, 19],
    ['Home', 12, 0],
    ['PageDown', 0, 18],
    ['x', 0, null],
  ]
  for (const [key, from, to] of cases) t.equal(stepOf(grid, key, from), to, `${key} from ${from}`)
  t.equal(stepOf(gridOf(0), 'End', 0), null)
})

t.test('in a script from right to left, the arrows follow it', async (t) => {
  const grid = gridOf(20)
  t.equal(stepOf(grid, 'ArrowLeft', 3, 'rtl'), 4)
  t.equal(stepOf(grid, 'ArrowRight', 3, 'rtl'), 2)
  t.equal(stepOf(grid, 'ArrowDown', 3, 'rtl'), 9)
})

const place = { width: 1200, height: 800 }

t.test('cells and their gaps fill the width, and are never too narrow', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 280, max: 4000 }), fc.nat(1_000_000), (width, count) => {
      const { columns, grid, picture, head } = geometryOf(count, { width, height: 800 })
      const taken = columns.count * columns.width + (columns.count - 1) * columns.gap
      const isFull = Math.abs(taken + 2 * columns.edge - width) < 0.001
      return (
        isFull &&
        columns.width >= 100 &&
        picture < columns.width &&
        head === 0 &&
        grid.columns === columns.count &&
        grid.count === count
      )
    }),
  )
})

t.test('a list has a row for each picture, below its head', async (t) => {
  const { grid, columns, head } = listGeometryOf(1_000_000, place)
  t.equal(rowsOf(grid), 1_000_000)
  t.equal(grid.viewport + head, place.height)
  t.same(columns, { count: 1, width: place.width, gap: 0, edge: 0 })
  t.equal(trackOf(grid), mostPx)
  const end = positionAt(grid, Number.POSITIVE_INFINITY)
  t.equal(rowsInSight(grid, end).last, 999_999)
  t.equal(stepOf(grid, 'ArrowRight', 5), 6)
  t.equal(stepOf(grid, 'ArrowDown', 5), 6)
  t.equal(listGeometryOf(0, { width: 0, height: 0 }).grid.viewport, 0)
})

t.test('another view goes on at the picture that was first in sight', async () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (count, part) => {
        const cells = geometryOf(count, place).grid
        const { grid: lines } = listGeometryOf(count, place)
        const at = positionAt(cells, part * heightOf(cells))
        const index = topIndexOf(cells, at)
        const inList = positionAt(lines, offsetOf(lines, index))
        const { first, last } = rowsInSight(lines, inList)
        return index >= 0 && index < count && first <= index && index <= last
      },
    ),
  )
})

t.test('a step by a key is in sight after it, wherever the list is', async () => {
  const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End')
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), fc.nat(999_999), (keys, start) => {
      let [index, offset] = [start, offsetOf(million, start)]
      for (const one of keys) {
        index = stepOf(million, one, index) ?? index
        offset = offsetShowing(million, offset, index)
        const top = offsetOf(million, index)
        if (top < offset || top + million.rowHeight > offset + million.viewport + 0.001)
          return false
      }
      return index >= 0 && index < million.count
    }),
  )
})
