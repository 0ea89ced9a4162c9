import t from '@vitrine/testing/t'
import { createRandom } from '../../src/random.js'

const take = (seed: number) => {
  const random = createRandom(seed)
  return Array.from({ length: 1000 }, () => random.next())
}

t.test('the same seed gives the same numbers, the next seed gives others', async (t) => {
  t.strictSame(take(7), take(7))
  t.equal(take(7).filter((number, index) => number === take(8)[index]).length, 0)
})

t.test('first numbers of neighbouring seeds are spread evenly', async (t) => {
  const firsts = Array.from({ length: 2000 }, (_, seed) => createRandom(seed).next())
  for (const tenth of Array.from({ length: 10 }, (_, index) => index / 10)) {
    const hits = firsts.filter((number) => number >= tenth && number < tenth + 0.1).length
    t.ok(hits > 120 && hits < 280, `${hits} of 2000 from ${tenth}`)
  }
})

t.test('a shuffled list has the same items', async (t) => {
  const items = [1, 2, 3, 4, 5]
  t.strictSame(createRandom(3).shuffled(items).sort(), items)
})
