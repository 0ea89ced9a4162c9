import { createRandom } from '@vitrine/testing/random'
import t from 'tap'
import { estimateRatio, judgeInterval } from '../../src/interval.js'

const pairsOf = (ratios: readonly number[]) =>
  ratios.map((ratio, i) => [ratio * (i + 1), i + 1] as const)

t.test('the estimate is the median of the ratios of the pairs', async (t) => {
  const table: [ratios: number[], value: number][] = [
    [[1], 1],
    [[0.5, 2, 1], 1],
    [[1, 2, 3, 100], 2.5],
  ]
  for (const [ratios, value] of table) {
    const estimate = estimateRatio(pairsOf(ratios), createRandom(1))
    t.equal(estimate.value.toFixed(6), value.toFixed(6))
    t.ok(estimate.low <= estimate.value && estimate.value <= estimate.high)
  }
})

t.test('equal ratios have no spread, however fast the machine was in each pair', async (t) => {
  const { value, low, high } = estimateRatio(pairsOf(Array(30).fill(0.5)), createRandom(1))
  t.same([value, low, high], [0.5, 0.5, 0.5])
})

t.test('the interval contains the true ratio in about 95 of 100 experiments', async (t) => {
  const random = createRandom(7)
  const noise = () => random.between(0.8, 1.2)
  const contained = Array.from({ length: 200 }, () =>
    estimateRatio(
      Array.from({ length: 30 }, () => [0.98 * noise(), 1] as const),
      random,
    ),
  ).filter(({ low, high }) => low <= 0.98 && 0.98 <= high).length
  t.ok(contained >= 180 && contained <= 200, `${contained} of 200`)
})

t.test('more pairs make the interval narrower', async (t) => {
  const random = createRandom(3)
  const width = (count: number) => {
    const pairs = Array.from({ length: count }, () => [random.int(100, 120), 110] as const)
    const { low, high } = estimateRatio(pairs, random)
    return high - low
  }
  t.ok(width(200) < width(10) / 2)
})

t.test('without pairs nothing is estimated', async (t) => {
  const { value, low, high } = estimateRatio([], createRandom(1))
  t.ok([value, low, high].every(Number.isNaN))
  t.equal(judgeInterval({ value, low, high }, { atMost: 1 }), 'NOT MEASURED')
})

t.test('a verdict needs the whole interval on one side of the bar', async (t) => {
  const table: [low: number, high: number, limit: Parameters<typeof judgeInterval>[1], RegExp][] = [
    [0.985, 1.01, { atLeast: 0.98 }, /^met$/],
    [0.98, 1.01, { atLeast: 0.98 }, /^met$/],
    [0.97, 0.99, { atLeast: 0.98 }, /^undecided/],
    [0.9, 0.97, { atLeast: 0.98 }, /^MISSED$/],
    [0.99, 1.02, { atMost: 1.02 }, /^met$/],
    [1.01, 1.03, { atMost: 1.02 }, /^undecided/],
    [1.03, 1.2, { atMost: 1.02 }, /^MISSED$/],
  ]
  for (const [low, high, limit, expected] of table) {
    t.match(judgeInterval({ value: (low + high) / 2, low, high }, limit), expected)
  }
})
