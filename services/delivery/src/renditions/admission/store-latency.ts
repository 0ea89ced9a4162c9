import type { ObjectStore } from '@vitrine/object-store'

/** `lookup`: a lookup of a stored rendition. `fetch`: a download of the input of a render. */
export type StoreCall = 'lookup' | 'fetch'

/** The weight of one call: a store that becomes slow is noticed sooner than one that recovers. */
const learningRates = { up: 0.5, down: 0.2 }
/** After this time without a call the estimate is halved, ms: the store may be fast again. */
const halfLifeMs = 10_000

/** The duration of one kind of call, as a moving average. */
class Estimate {
  readonly #nowMs: () => number
  readonly #underWay = new Set<{ startedMs: number }>()
  #averageMs = 0
  #measuredMs = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  async measure<Value>(call: () => Promise<Value>): Promise<Value> {
    const current = { startedMs: this.#nowMs() }
    this.#underWay.add(current)
    try {
      return await call()
    } finally {
      this.#underWay.delete(current)
      const tookMs = this.#nowMs() - current.startedMs
      const agedMs = this.#agedMs()
      const rate = learningRates[tookMs > agedMs ? 'up' : 'down']
      this.#averageMs = agedMs + rate * (tookMs - agedMs)
      this.#measuredMs = this.#nowMs()
    }
  }

  /** At least as long as the oldest call under way has taken so far. */
  expectedMs(): number {
    const [oldest] = this.#underWay
    return Math.max(this.#agedMs(), oldest === undefined ? 0 : this.#nowMs() - oldest.startedMs)
  }

  #agedMs(): number {
    return this.#averageMs * 0.5 ** ((this.#nowMs() - this.#measuredMs) / halfLifeMs)
  }
}

export function createStoreLatency({ nowMs }: { nowMs: () => number }) {
  const estimates = { lookup: new Estimate(nowMs), fetch: new Estimate(nowMs) }
  return {
    /** The same store, with its downloads measured as calls of this kind. */
    timed: (store: ObjectStore, call: StoreCall): ObjectStore => ({
      ...store,
      download: (...args) => estimates[call].measure(() => store.download(...args)),
    }),
    lookupMs: (): number => estimates.lookup.expectedMs(),
    /** A fetch transfers more bytes than a lookup, so it is never expected to be faster. */
    fetchMs: (): number => Math.max(estimates.lookup.expectedMs(), estimates.fetch.expectedMs()),
  }
}

export type StoreLatency = ReturnType<typeof createStoreLatency>
