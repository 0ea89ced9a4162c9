import type { ObjectStore } from '@vitrine/object-store'

/** A look for a stored rendition; a fetch of the copy that one is made from. */
export type Trip = 'look' | 'fetch'

/** How much one trip counts: a store that becomes slow is noticed sooner than one that recovers. */
const learningRates = { up: 0.5, down: 0.2 }
/** After this time without a trip the estimate counts half, ms: the store may be fast again. */
const halfLifeMs = 10_000

/** How long the object store takes for one kind of trip, as a moving average. */
function createEstimate(nowMs: () => number) {
  const underWay = new Set<{ startedMs: number }>()
  let averageMs = 0
  let measuredMs = 0

  const aged = (): number => averageMs * 0.5 ** ((nowMs() - measuredMs) / halfLifeMs)

  return {
    measure: async <Value>(trip: () => Promise<Value>): Promise<Value> => {
      const one = { startedMs: nowMs() }
      underWay.add(one)
      try {
        return await trip()
      } finally {
        underWay.delete(one)
        const known = aged()
        const rate = learningRates[nowMs() - one.startedMs > known ? 'up' : 'down']
        averageMs = known + rate * (nowMs() - one.startedMs - known)
        measuredMs = nowMs()
      }
    },
    /** At least as long as the oldest trip under way has taken so far. */
    expectedMs: (): number => {
      const [oldest] = underWay
      return Math.max(aged(), oldest === undefined ? 0 : nowMs() - oldest.startedMs)
    },
  }
}

type Options = { nowMs: () => number }

/** Learns how long renditions wait for the object store. */
export function createStoreLatency({ nowMs }: Options) {
  const estimates = { look: createEstimate(nowMs), fetch: createEstimate(nowMs) }
  return {
    /** The store, whose downloads are measured as trips of that kind. */
    timed: (store: ObjectStore, trip: Trip): ObjectStore => ({
      ...store,
      download: (...args) => estimates[trip].measure(() => store.download(...args)),
    }),
    lookMs: (): number => estimates.look.expectedMs(),
    /** More bytes than a look brings: it never takes less. */
    fetchMs: (): number => Math.max(estimates.look.expectedMs(), estimates.fetch.expectedMs()),
  }
}

export type StoreLatency = ReturnType<typeof createStoreLatency>
