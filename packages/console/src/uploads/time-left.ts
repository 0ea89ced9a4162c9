import type { Ledger } from './ledger.ts'

/** Files that the estimate is made from. */
const mostSamples = 20
/** Fewer say nothing. */
const leastSamples = 3

/** The middle one, or the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** Measures how long files take from their first byte to the stored picture, and estimates the rest by the last 20. */
export function createTimeLeft(now: () => number = Date.now) {
  const begun = new Map<string, number>()
  const samples: number[] = []
  return {
    /** Call it with each state of the ledger. */
    follow: (ledger: Ledger, previous: Ledger): void => {
      for (const [id, { state }] of ledger) {
        const former = previous.get(id)?.state
        if (state === former) continue
        if (state === 'sending') begun.set(id, now())
        const from = begun.get(id)
        if (former !== 'sending' || from === undefined) continue
        begun.delete(id)
        if (state === 'stored') samples.push(now() - from)
        if (samples.length > mostSamples) samples.shift()
      }
    },

    /** ms; null as long as too little is known. */
    estimate: (ledger: Ledger): number | null => {
      const states = [...ledger.values()].map(({ state }) => state)
      const sending = states.filter((state) => state === 'sending').length
      const waiting = states.filter((state) => state === 'waiting' || state === 'hashing').length
      if (samples.length < leastSamples || sending === 0) return null
      return (medianOf(samples) * (sending + waiting)) / sending
    },
  }
}
