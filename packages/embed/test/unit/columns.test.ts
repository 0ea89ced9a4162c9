import t from '@vitrine/testing/t'
import { cellRanges, columnRanges } from '../../src/columns/ranges.js'

const wishes = { columns: 0, columnsAt: {}, minColumnWidth: 200, gap: 16, _hasPair: true }

/** The columns of a grid, by the width at which they begin. */
const cellsOf = (count: number, own: object = {}, isWhole = true) =>
  Object.fromEntries(
    cellRanges({ ...wishes, ...own }, count, isWhole).map(({ from, count, isLastWide }) => [
      from,
      isLastWide ? `${count}, wide` : count,
    ]),
  )

t.test('up to three pictures fill their row', async (t) => {
  t.same(cellsOf(1), { 0: 1, 632: '1, wide' })
  t.same(cellsOf(2), { 0: 1, 240: 2 })
  t.same(cellsOf(3), { 0: 1, 240: '2, wide', 542: 3 })
})

t.test('the last row of a grid has no large hole', async (t) => {
  for (let count = 1; count <= 60; count++) {
    for (const { from, count: columns } of cellRanges(wishes, count, true)) {
      const last = ((count - 1) % columns) + 1
      t.ok(5 * last >= 2 * columns, `${count} pictures from ${from} px on: ${last} of ${columns}`)
    }
  }
  const eight = { 0: 1, 240: 2, 728: 4, 1496: 8 }
  t.same(cellsOf(8), eight, 'none at all where a number of columns has none')
  const least = { _hasPair: false }
  t.same(
    cellsOf(8, least),
    { 0: 1, 416: 2, 848: 4, 1712: 8 },
    'none is narrower than the owner says',
  )
})

t.test('a last picture is wide only if it is the last, and frames have one ratio', async (t) => {
  t.equal(cellsOf(5, {}, false)[240], 2)
})

t.test('the owner’s numbers of columns count, by the width of the widget', async (t) => {
  const columnsAt = { '900': 4, '480': 2 }
  t.same(cellsOf(3, { columns: 5 }), { 0: 1, 176: 2, 272: 3, 368: 4, 464: 5 })
  t.same(cellsOf(9, { columnsAt }), { 0: 1, 240: '2, wide', 480: 2, 900: 4 })
  t.same(columnRanges({ ...wishes, columnsAt }, 9), [
    { from: 0, count: 1 },
    { from: 240, count: 2 },
    { from: 480, count: 2 },
    { from: 900, count: 4 },
  ])
  t.same(
    columnRanges({ ...wishes, columnsAt: { '300': 12 } }, 9).at(-1),
    { from: 300, count: 3 },
    'none is narrower than 80 px',
  )
  const invalid = { '0': 3, x: 2, '500': 99, '600': 'many', '700': null }
  t.same(columnRanges({ ...wishes, columnsAt: invalid }, 2), columnRanges(wishes, 2))
})
