import type { Clock } from '../admission/clock.js'

export const nowMs = () => performance.now()
export const clock: Clock = { nowMs, after }

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
