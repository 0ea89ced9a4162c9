import t from '@vitrine/testing/t'
import { neighbour } from '../../src/carousel/dots.js'

t.test('arrows move to the neighbour and wrap, Home and End move to the ends', async (t) => {
  const cases: [string, number, boolean, number | undefined][] = [
    ['ArrowRight', 0, false, 1],
    ['ArrowRight', 4, false, 0],
    ['ArrowLeft', 0, false, 4],
    ['ArrowLeft', 3, false, 2],
    ['ArrowLeft', 0, true, 1],
    ['ArrowRight', 0, true, 4],
    ['Home', 3, false, 0],
    ['End', 1, true, 4],
    ['Tab', 1, false, undefined],
    ['ArrowDown', 1, false, undefined],
  ]
  for (const [key, current, isRightToLeft, expected] of cases) {
    t.equal(neighbour(key, current, 5, isRightToLeft), expected, `${key} at ${current}`)
  }
})
