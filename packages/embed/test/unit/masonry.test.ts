import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { fillColumns } from '../../src/masonry/columns.js'
import { masonryRules } from '../../src/masonry/rules.js'

const pieces = fc.array(
  fc.record({ shape: fc.double({ min: 0.2, max: 4, noNaN: true }), _hasCaption: fc.boolean() }),
  { maxLength: 60 },
)

t.test('pieces stack within their column without overlap', async (t) => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 12 }), (list, count) => {
      const tops = Array.from({ length: count }, () => ({ height: 0, _pieces: 0, _captions: 0 }))
      return fillColumns(list, count)._positions.every(({ column, ...above }, index) => {
        const top = tops[column]
        const piece = list[index]
        if (top === undefined || piece === undefined) return false
        const isRight = JSON.stringify(top) === JSON.stringify(above)
        top.height += piece.shape
        top._pieces += 1
        top._captions += piece._hasCaption ? 1 : 0
        return isRight
      })
    }),
  )
  t.pass()
})

t.test('the first row is filled in reading order', async (t) => {
  const list = Array.from({ length: 8 }, () => ({ shape: 1, _hasCaption: false }))
  const columns = fillColumns(list, 4)._positions.map(({ column }) => column)
  t.strictSame(columns, [0, 1, 2, 3, 0, 1, 2, 3])
})

t.test('no column exceeds another by more than its last piece', async (t) => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 12 }), (list, count) => {
      const plain = list.map(({ shape }) => ({ shape, _hasCaption: false }))
      const heights = fillColumns(plain, count).ends.map(
        ({ height, _pieces }) => height + 0.06 * _pieces,
      )
      return Math.max(...heights) - Math.min(...heights) <= 4.06 + 1e-9
    }),
  )
  t.pass()
})

t.test('there is one block of rules for each number of columns that fits', async (t) => {
  const list = Array.from({ length: 5 }, () => ({ shape: 1.5, _hasCaption: true }))
  const wishes = {
    columns: 0,
    minColumnWidth: 200,
    gap: 10,
    captionPosition: 'below',
    _hasPair: false,
  }
  const widthsOf = (rules: string) =>
    [...rules.matchAll(/min-width:(\d+)px/g)].map(([, pixels]) => pixels)
  t.strictSame(widthsOf(masonryRules(list, wishes, 5)), ['410', '620', '830', '1040'])
  const pair = masonryRules(list, { ...wishes, _hasPair: true }, 5)
  t.strictSame(widthsOf(pair), ['320', '620', '830', '1040'], 'two columns from 320 px on')
  t.match(masonryRules(list, { ...wishes, columns: 3 }, 5), /--k:3/)
  t.notMatch(masonryRules(list, { ...wishes, columns: 3 }, 5), /--k:4/)
  t.match(masonryRules([], wishes, 0), 'max(0px)')
  const some = masonryRules(list, { ...wishes, columns: 1 }, 2)
  t.match(some, 'ul{--k:1;height:max(0px,3*', 'as high as the pictures that are shown')
  t.match(some, '@media(scripting:none){ul{height:max(0px,7.5*', 'without scripts all are')
})
