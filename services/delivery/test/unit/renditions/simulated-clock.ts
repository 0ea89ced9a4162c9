import type { Clock } from '../../../src/renditions/admission/render-queue.js'

/** A clock that only the test advances. */
export function simulatedClock(): Clock & { advance(ms: number): void } {
  let nowMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    after: (ms, run) => {
      const timer = { atMs: nowMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance: (ms) => {
      nowMs += ms
      for (const { run } of timers.filter(({ atMs }) => atMs <= nowMs)) run()
      timers = timers.filter(({ atMs }) => atMs > nowMs)
    },
  }
}
