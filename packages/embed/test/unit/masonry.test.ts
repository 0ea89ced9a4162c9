import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { fillColumns } from '../../src/masonry/columns.js'
import { masonryRules } from '../../src/masonry/rules.js'

const pieces = fc.array(
  fc.record({
    shape: fc.double({ min: 0.2, max: 4, noNaN: true }),
    text: fc.constantFrom(0, 2.65, 4.1),
  }),
  { maxLength: 60 },
)

t.test('pieces stack within their column without overlap', async (t) => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 12 }), (list, count) => {
      const tops = Array.from({ length: count }, () => ({ height: 0, _pieces: 0, text: 0 }))
      return fillColumns(list, count)._positions.every(({ _column, ...above }, index) => {
        const top = tops[_column]
        const piece = list[index]
        if (top === undefined || piece === undefined) return false
        const isRight = JSON.stringify(top) === JSON.stringify(above)
        top.height += piece.shape
        top._pieces += 1
        top.text += piece.text
        return isRight
      })
    }),
  )
  t.pass()
})

t.test('the first row is filled in reading order', async (t) => {
  const list = Array.from({ length: 8 }, () => ({ shape: 1, text: 0 }))
  const columns = fillColumns(list, 4)._positions.map(({ _column }) => _column)
  t.strictSame(columns, [0, 1, 2, 3, 0, 1, 2, 3])
})

t.test(
  'the columns end at about the same height, and the first pieces stand as among all',
  async (t) => {
    const list = [1, 1, 0.5, 0.5, 1.5].map((shape) => ({ shape, text: 0 }))
    const endsOf = (shown?: number) => fillColumns(list, 2, shown).ends.map(({ height }) => height)
    t.strictSame(endsOf(), [2.5, 2])
    t.strictSame(endsOf(4), [1, 2], 'as a part of all')
  },
)

t.test('no column exceeds another by more than its last piece', async (t) => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 12 }), (list, count) => {
      const plain = list.map(({ shape }) => ({ shape, text: 0 }))
      const heights = fillColumns(plain, count).ends.map(
        ({ height, _pieces }) => height + 0.05 * _pieces,
      )
      return Math.max(...heights) - Math.min(...heights) <= 4.05 + 1e-9
    }),
  )
  t.pass()
})

const wishes = {
  columns: 0,
  columnsAt: {},
  minColumnWidth: 200,
  gap: 10,
  showCaptions: true,
  captionPosition: 'below',
  _hasPair: false,
}
const list = (caption = '') => Array.from({ length: 5 }, () => ({ shape: 1.5, caption }))

t.test('there is one block of rules for each number of columns that fits', async (t) => {
  const widthsOf = (rules: string) =>
    [...rules.matchAll(/min-width:(\d+)px/g)].map(([, pixels]) => pixels)
  const rulesOf = (own: object, shown = 5) => masonryRules(list(), { ...wishes, ...own }, shown, 14)
  t.strictSame(widthsOf(rulesOf({})), ['0', '410', '620', '830', '1040'])
  const pair = rulesOf({ _hasPair: true })
  t.strictSame(widthsOf(pair), ['0', '240', '620', '830', '1040'], 'two columns from 240 px on')
  t.match(rulesOf({ columns: 3 }), /--k:3/)
  t.notMatch(rulesOf({ columns: 3 }), /--k:4/)
  t.match(masonryRules([], wishes, 0, 14), 'height:max(0px,0*')
  const some = rulesOf({ columns: 1 }, 2)
  t.match(some, 'ul{--k:1;height:max(0px,3*', 'as high as the pictures that are shown')
  t.match(some, '@media(scripting:none){ul{height:max(0px,7.5*', 'without scripts all are')
})

t.test('a caption that surely fits into a line gets the room of one', async (t) => {
  const heightOf = (caption: string, own = {}) => {
    const rules = masonryRules(list(caption), { ...wishes, columns: 1, ...own }, 5, 14)
    return /([\d.]+)\*var\(--font\)/.exec(rules)?.[1]
  }
  t.equal(heightOf('Dunes'), '13.25')
  t.equal(heightOf('Dunes under a low and heavy sun'), '20.5')
  t.equal(heightOf('Dunes', { captionPosition: 'overlay' }), '0')
  t.equal(heightOf('Dunes', { showCaptions: false }), '0')
  t.equal(heightOf(''), '0')
})
