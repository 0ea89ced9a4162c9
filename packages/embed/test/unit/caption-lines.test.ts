import t from '@vitrine/testing/t'
import { linesOf, wordsOf } from '../../src/reserved-space/pieces.js'

t.test('a text takes as many lines as its words need', async (t) => {
  const cases: [string, number, number][] = [
    ['Dunes', 20, 1],
    ['Dunes under a low and heavy sun', 20, 1],
    ['Dunes under a low and heavy sun', 11, 2],
    ['Dunes under a low and heavy sun', 5, 5],
    ['DUNES UNDER A LOW SUN', 10, 2],
    ['', 10, 1],
  ]
  for (const [text, width, lines] of cases)
    t.equal(linesOf(wordsOf(text), width), lines, `${text} ${width}`)
})

t.test('a text without spaces is broken at the end of the line', async (t) => {
  t.equal(linesOf(wordsOf('x'.repeat(100)), 10), 6)
  t.equal(linesOf(wordsOf('北国の春'), 3), 2, 'ideographs are as wide as high')
  t.equal(linesOf(wordsOf('北国の春'), 0), 4, 'terminates even without any room')
})
