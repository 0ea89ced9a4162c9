import type { Clock } from './ports.js'

/** The clocks of this machine. Its timers do not keep the process alive. */
export const systemClock = (): Clock => ({
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
})
