import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { cellsIn, idsIn } from '../../src/library/grid/frame.ts'

const columns = { count: 4, width: 100, gap: 16, edge: 24 }
const rows = { rowHeight: 150, rowCount: 3 }
const frame = (from: [number, number], to: [number, number]) =>
  cellsIn({ x: from[0], y: from[1] }, { x: to[0], y: to[1] }, columns, rows)

t.test('a frame has the cells that it touches, drawn in any direction', async (t) => {
  const table: [[number, number], [number, number], ReturnType<typeof frame>][] = [
    [[30, 10], [60, 20], { rows: [0, 0], columns: [0, 0] }],
    [[30, 10], [150, 160], { rows: [0, 1], columns: [0, 1] }],
    [[150, 160], [30, 10], { rows: [0, 1], columns: [0, 1] }],
    [[0, 0], [2000, 2000], { rows: [0, 2], columns: [0, 3] }],
    // Between two columns, below a row, beside all of them.
    [[126, 10], [138, 20], null],
    [[30, 136], [60, 148], null],
    [[0, 10], [20, 20], null],
    [[30, -50], [60, -10], null],
    [[30, 460], [60, 500], null],
  ]
  for (const [from, to, cells] of table) t.same(frame(from, to), cells, JSON.stringify([from, to]))
})

t.test('a frame has just the cells whose boxes it overlaps', async () => {
  const place = fc.record({
    x: fc.integer({ min: -50, max: 600 }),
    y: fc.integer({ min: -50, max: 600 }),
  })
  fc.assert(
    fc.property(place, place, (from, to) => {
      const cells = cellsIn(from, to, columns, rows)
      for (let index = 0; index < 12; index += 1) {
        const [row, column] = [Math.floor(index / 4), index % 4]
        const box = { x: 24 + column * 116, y: row * 150 }
        const overlaps =
          Math.max(from.x, to.x) >= box.x &&
          Math.min(from.x, to.x) <= box.x + 100 &&
          Math.max(from.y, to.y) >= box.y &&
          Math.min(from.y, to.y) <= box.y + 134
        const has =
          cells !== null &&
          row >= cells.rows[0] &&
          row <= cells.rows[1] &&
          column >= cells.columns[0] &&
          column <= cells.columns[1]
        if (overlaps !== has) return false
      }
      return true
    }),
  )
})

t.test(
  'the ids of a frame are those of its columns, also in a last row that is not full',
  async (t) => {
    const ids = 'abcdefghij'.split('')
    t.same(idsIn({ rows: [0, 2], columns: [1, 2] }, 4, ids), ['b', 'c', 'f', 'g', 'j'])
  },
)
