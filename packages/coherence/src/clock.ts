import type { Clock } from './ports.js'

/** The machine's own. Its timers keep no process alive. */
export const systemClock = (): Clock => ({
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
})
