export type WindowCount = { count: number; resetMs: number }

type Deps = {
  /** Adds to a count shared by all instances. @returns null if it is unreachable. */
  shared: (key: string, by: number, windowSeconds: number) => Promise<WindowCount | null>
  windowSeconds: number
  /** Maximum number of keys of the local count. */
  maxKeys?: number
  /** Now, ms. */
  now?: () => number
}

/**
 * Counts per key in windows that begin with the first count: shared with all instances, or locally while
 * the shared count is unreachable. A flood of keys evicts the oldest, so that memory is bounded.
 */
export function createWindowCounter(deps: Deps) {
  const { shared, windowSeconds, maxKeys = 10_000, now = Date.now } = deps
  // In the order in which the windows began, since each is inserted once.
  const windows = new Map<string, { count: number; endsAt: number }>()

  const addHere = (key: string, by: number): WindowCount => {
    const time = now()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= time) {
      windows.delete(key)
      const [oldest] = windows.keys()
      if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest)
      window = { count: 0, endsAt: time + windowSeconds * 1000 }
      windows.set(key, window)
    }
    window.count = Math.max(0, window.count + by)
    return { count: window.count, resetMs: window.endsAt - time }
  }

  return {
    /** Adds `by`, which may be negative. @returns the new count. */
    add: async (key: string, by: number): Promise<WindowCount & { isShared: boolean }> => {
      const counted = await shared(key, by, windowSeconds)
      return counted === null
        ? { ...addHere(key, by), isShared: false }
        : { ...counted, isShared: true }
    },
  }
}

export type WindowCounter = ReturnType<typeof createWindowCounter>
