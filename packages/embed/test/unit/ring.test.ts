import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  createRing,
  distanceTo,
  firstPlace,
  home,
  modulo,
  placeOf,
} from '../../src/carousel/ring.js'

/** Every possible loop: at least one more slide than fits into the view. */
const rings = Array.from({ length: 30 }, (_, index) => index + 1).flatMap((count) =>
  Array.from({ length: 10 }, (_, index) => index + 1)
    // A part of the next slide is seen only if there are more of them.
    .flatMap((perView) => [perView, ...(count > perView + 1 ? [perView + 0.15] : [])])
    .filter((perView) => count > perView)
    .map((perView) => createRing(count, perView)),
)
const anyRing = fc.constantFrom(...rings)
const tolerance = 0.01

t.test('every place in view holds the right slide at any scroll position', async (t) => {
  for (const ring of rings) {
    const { count, _perView, _places } = ring
    for (let position = 0; position <= _places - _perView; position += 0.25) {
      const first = firstPlace(ring, position, tolerance)
      const shown = new Map(
        Array.from({ length: count }, (_, index) => [placeOf(ring, index, first), index]),
      )
      const last = Math.ceil(position + _perView) - 1
      for (let place = Math.floor(position); place <= last; place++) {
        if (shown.get(place) !== modulo(place, count)) {
          t.fail(`${count} slides, ${_perView} seen, at ${position}: place ${place}`)
        }
      }
    }
  }
  t.ok(rings.length > 200)
})

t.test('no two slides share a place', async (t) => {
  fc.assert(
    fc.property(anyRing, fc.nat(1000), (ring, part) => {
      const position = ((ring._places - ring._perView) * part) / 1000
      const first = firstPlace(ring, position, tolerance)
      const places = Array.from({ length: ring.count }, (_, index) => placeOf(ring, index, first))
      return new Set(places).size === ring.count && Math.min(...places) >= 0
    }),
  )
  t.pass()
})

t.test(
  'the home position shows the same slide, with room for a fling on either side',
  async (t) => {
    fc.assert(
      fc.property(anyRing, fc.nat(5000), (ring, place) => {
        const there = home(ring, place)
        return (
          modulo(there, ring.count) === modulo(place, ring.count) &&
          there >= 12 &&
          there <= ring._places - 12
        )
      }),
    )
    t.pass()
  },
)

t.test('a slide is reached the shorter way round', async (t) => {
  fc.assert(
    fc.property(anyRing, fc.nat(100), fc.nat(29), (ring, position, number) => {
      const index = number % ring.count
      const by = distanceTo(ring, position, index)
      return modulo(position + by, ring.count) === index && Math.abs(by) <= ring.count / 2
    }),
  )
  t.equal(distanceTo(createRing(10, 1), 0, 9), -1)
  t.equal(distanceTo(createRing(10, 1), 9, 0), 1)
})

t.test('steps in one direction visit every slide and come back', async (t) => {
  for (const ring of rings) {
    for (const by of [1, -1]) {
      let place = home(ring, 0)
      const visited = Array.from({ length: ring.count }, () => {
        place = home(ring, place) + by
        return modulo(place, ring.count)
      })
      t.equal(new Set(visited).size, ring.count)
      t.equal(visited.at(-1), 0)
    }
  }
})
