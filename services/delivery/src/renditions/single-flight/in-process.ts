import { type HoldingKey, ownersOf } from '../cache/key-index.js'

/** One bringing of bytes, which several requests may wait for. */
export type Flight = {
  /** Aborted when the last one who waited has left, unless `commit` came first. */
  readonly signal: AbortSignal
  /** From now on it goes on to its end, whoever waits. */
  commit(): void
  /** What it brings is of an asset that has been forgotten meanwhile: it is not to be kept. */
  readonly isForgotten: boolean
}

type UnderWay<Value> = {
  landing: Promise<Value>
  leaver: AbortController
  waiting: number
  isCommitted: boolean
  isForgotten: boolean
}

/** Requests for the same bytes at the same time share one bringing of them. */
export function createFlights<Value>() {
  const underWay = new Map<HoldingKey, UnderWay<Value>>()

  const launch = (key: HoldingKey, bring: (flight: Flight) => Promise<Value>) => {
    const leaver = new AbortController()
    const state = { leaver, waiting: 0, isCommitted: false, isForgotten: false }
    const flight: Flight = {
      signal: leaver.signal,
      commit: () => {
        state.isCommitted = true
      },
      get isForgotten() {
        return state.isForgotten
      },
    }
    const land = () => {
      if (underWay.get(key) === launched) underWay.delete(key)
    }
    const landing = bring(flight).finally(land)
    const launched: UnderWay<Value> = Object.assign(state, { landing })
    underWay.set(key, launched)
    return launched
  }

  return {
    has: (key: HoldingKey): boolean => underWay.has(key),
    /**
     * What `bring` brings, or what it brings for somebody else already.
     *
     * @throws what `bring` throws, and the signal's reason when this one leaves.
     */
    join: (
      key: HoldingKey,
      signal: AbortSignal,
      bring: (flight: Flight) => Promise<Value>,
    ): Promise<Value> => {
      if (signal.aborted) return Promise.reject(signal.reason)
      const flight = underWay.get(key) ?? launch(key, bring)
      flight.waiting += 1
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(signal.reason)
          flight.waiting -= 1
          if (flight.waiting > 0 || flight.isCommitted) return
          // Whoever comes now begins anew.
          if (underWay.get(key) === flight) underWay.delete(key)
          flight.leaver.abort(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        flight.landing
          .finally(() => signal.removeEventListener('abort', leave))
          .then(resolve, reject)
      })
    },
    /** @param id of an asset or a project. */
    forget: (id: string): void => {
      for (const [key, flight] of underWay) {
        if (ownersOf(key).includes(id)) flight.isForgotten = true
      }
    },
  }
}

export type Flights<Value> = ReturnType<typeof createFlights<Value>>
