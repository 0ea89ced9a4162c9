import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  advanceTo,
  createCounter,
  hasRoom,
  secondsUntilRoom,
  windowMs,
} from '../../src/rate-limits/sliding-window.js'

const minute = 60_000

/** The counted requests, by process: in this window and in the previous one. */
function counterOf(before: number, now: number) {
  const counter = createCounter('someone', 1)
  counter.previous.own = before
  counter.current.own = now
  return counter
}

t.test('the previous window counts by the share that the last minute still covers', async (t) => {
  const table: [before: number, now: number, elapsedMs: number, hasRoom: boolean][] = [
    [0, 9, 0, true],
    [0, 10, 0, false],
    [0, 10, minute - 1, false],
    [10, 0, 0, false],
    [10, 0, 1, true],
    [10, 4, minute / 2, true],
    [10, 5, minute / 2, false],
    [10, 9, minute - 1, true],
  ]
  for (const [before, now, elapsedMs, expected] of table) {
    const name = `${before} before, ${now} now, after ${elapsedMs} ms`
    t.equal(hasRoom(counterOf(before, now), 10, elapsedMs), expected, name)
  }
})

t.test('the total of all processes counts, and at least the own count', async (t) => {
  const table: [own: number, unsent: number, shared: number, hasRoom: boolean][] = [
    [3, 3, 6, true],
    [4, 4, 6, false],
    [9, 0, 0, true],
    [10, 0, 0, false],
    [0, 0, 10, false],
  ]
  for (const [own, unsent, shared, expected] of table) {
    const counter = createCounter('someone', 1)
    counter.current = { own, unsent, shared }
    t.equal(hasRoom(counter, 10, 0), expected, JSON.stringify(counter.current))
  }
})

t.test('a new window starts at zero', async (t) => {
  const counter = counterOf(1, 2)
  advanceTo(counter, 1)
  t.match(counter, { previous: { own: 1 }, current: { own: 2 } }, 'the same one')
  const ended = counter.current
  advanceTo(counter, 2)
  t.match(counter, { previous: { own: 2 }, current: { own: 0, unsent: 0, shared: 0 } })
  t.equal(counter.previous, ended, 'to which a pending exchange may still refer')
  advanceTo(counter, 4)
  t.match(counter, { previous: { own: 0 }, current: { own: 0 } }, 'a minute without any')
  counter.current.own = 5
  advanceTo(counter, 3)
  t.match(counter, { previous: { own: 0 }, current: { own: 0 } }, 'a clock that was set back')
})

/** A caller that sends requests at these times, ms, in order. @returns the times of the admitted ones. */
function letThrough(times: readonly number[], limit: number): number[] {
  const counter = createCounter('someone', 0)
  return times.filter((timeMs) => {
    advanceTo(counter, Math.floor(timeMs / windowMs))
    const isIn = hasRoom(counter, limit, timeMs % windowMs)
    if (isIn) counter.current.own += 1
    return isIn
  })
}

const times = fc
  .array(fc.integer({ min: 0, max: 4 * minute }), { maxLength: 120 })
  .map((list) => list.toSorted((a, b) => a - b))

t.test('any span of s seconds admits at most limit × (1 + s / 60)', async () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 12 }), (arrivals, limit) => {
      const passed = letThrough(arrivals, limit)
      return passed.every((from, i) =>
        passed.slice(i).every((to, count) => {
          // One more than the bound: a remaining fraction admits a whole request.
          return count + 1 <= limit * (1 + (to - from) / minute) + 1
        }),
      )
    }),
  )
})

t.test('a steady rate below the limit is never rejected', async () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: minute }),
      (n, start) => {
        const arrivals = Array.from(
          { length: 4 * n },
          (_, i) => start + Math.ceil((i * minute) / n),
        )
        return letThrough(arrivals, n + 1).length === arrivals.length
      },
    ),
  )
})

t.test('there is room after the announced wait, and none a second earlier', async () => {
  const counts = fc.integer({ min: 0, max: 20 })
  const elapsed = fc.integer({ min: 0, max: minute - 1 })
  fc.assert(
    fc.property(counts, counts, elapsed, (before, now, elapsedMs) => {
      const hasRoomAfter = (seconds: number) => {
        const counter = counterOf(before, now)
        const timeMs = windowMs + elapsedMs + seconds * 1000
        advanceTo(counter, Math.floor(timeMs / windowMs))
        return hasRoom(counter, 10, timeMs % windowMs)
      }
      fc.pre(!hasRoomAfter(0))
      const seconds = secondsUntilRoom(counterOf(before, now), 10, elapsedMs)
      return hasRoomAfter(seconds) && (seconds === 1 || !hasRoomAfter(seconds - 1))
    }),
  )
})
