import t from 'tap'
import { gradient, mix, rgb, smoothstep } from '../../src/seed/pictures/colour.js'
import { createNoise } from '../../src/seed/pictures/noise.js'
import { createRandom } from '../../src/seed/pictures/random.js'

t.test('random numbers depend on the seed alone and lie in [0, 1)', (t) => {
  const [one, same, other] = [createRandom(7), createRandom(7), createRandom(8)]
  const numbers = Array.from({ length: 1000 }, () => one.next())
  t.same(
    numbers,
    Array.from({ length: 1000 }, () => same.next()),
  )
  t.not(numbers[0], other.next())
  t.ok(numbers.every((number) => number >= 0 && number < 1))
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  t.ok(Math.abs(mean - 0.5) < 0.05)
  t.throws(() => one.pick([]), { message: 'there is nothing to pick from' })
  t.end()
})

t.test('noise is smooth, bounded and repeats for a seed', (t) => {
  const noise = createNoise(3)
  for (let x = -5; x < 5; x += 0.01) {
    t.ok(Math.abs(noise.value(x, 2)) <= 1)
    t.ok(Math.abs(noise.fractal(x, 2) - noise.fractal(x + 1e-6, 2)) < 1e-3)
  }
  t.equal(createNoise(3).fractal(1.5, 2.5), noise.fractal(1.5, 2.5))
  t.end()
})

t.test('gradients pass through their colours and hold at the ends', (t) => {
  const ramp = gradient('#000000', '#ff0000', '#ffffff')
  const places: [number, number[]][] = [
    [-1, [0, 0, 0]],
    [0.5, [255, 0, 0]],
    [0.75, [255, 127.5, 127.5]],
    [2, [255, 255, 255]],
  ]
  for (const [at, colour] of places) t.same(ramp(at), colour, `at ${at}`)
  t.same(mix(rgb('#102030'), rgb('#102030'), 0.3), [16, 32, 48])
  t.equal(smoothstep(0, 10, 5), 0.5)
  t.equal(smoothstep(10, 0, -1), 1)
  t.end()
})
