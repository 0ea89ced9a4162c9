/** A dependency that a replica can lose while others still reach it. */
export type Dependency = {
  name: string
  /** Rejects, or returns false, if the dependency is not available. */
  reach: () => Promise<unknown> | boolean
  /** Time between attempts, ms. */
  everyMs: number
  /** Whether the service can answer nothing without both this dependency and Redis. */
  isVital: boolean
}

/** The other replicas of the service, as far as Redis knows. */
export type Peers = {
  /** Whether Redis is available. */
  isUp: () => boolean
  /**
   * Reports how long ago this replica reached the dependency (null: never), and returns how long ago
   * another one did (null: not recently). Returns null if Redis did not answer. Never rejects.
   */
  exchange: (
    dependency: string,
    ownMs: number | null,
  ) => Promise<{ othersMs: number | null } | null>
}

export type ReachOptions = {
  dependencies: readonly Dependency[]
  peers: Peers
  clock: {
    monotonicMs(): number
    /** @returns cancels it. */
    after(ms: number, run: () => void): () => void
  }
}

/** Attempts within which another replica's success counts as recent. */
const recentAttempts = 3
/**
 * How many attempts in a row must fail here while another replica succeeds. If all replicas lose a
 * dependency at the same time, the last successes of the others are recent for fewer attempts; if all
 * get it back, the last one does so within fewer.
 */
const behindAttempts = 6
/** Without Redis, a lease may hold for this many attempts. */
const withoutRedisAttempts = 4

/**
 * Detects whether this replica alone has lost a dependency. Then it should leave the router, because the
 * others can answer more. If all replicas have lost it they should stay: they still answer what they have
 * cached.
 *
 * Replicas exchange their state through Redis. Without Redis a replica does not know the others: it
 * leaves if it can answer nothing anyway (`isVital`), or else stays.
 */
export function createReach({ dependencies, peers, clock }: ReachOptions) {
  const watches = new Map(
    dependencies.map((dependency) => [dependency.name, watch(dependency, peers, clock)]),
  )
  return {
    start: (): void => {
      for (const { start } of watches.values()) start()
    },
    stop: (): void => {
      for (const { stop } of watches.values()) stop()
    },
    /** Whether the replica should stay in the router although it lacks the dependency. */
    staysWithout: (name: string): boolean => {
      const found = watches.get(name)
      if (found === undefined) throw new Error(`no dependency is called "${name}"`)
      return found.stays()
    },
  }
}

export type Reach = ReturnType<typeof createReach>

function watch(dependency: Dependency, peers: Peers, clock: ReachOptions['clock']) {
  const { name, reach, everyMs, isVital } = dependency
  /** When the last attempt began that succeeded. */
  let reachedMs: number | null = null
  let startedMs = 0
  /** Whether an attempt has succeeded since the last verdict. */
  let isReached = false
  let isStaying = true
  /** Attempts in a row that failed while another replica had succeeded recently. */
  let behind = 0
  let attempt: Promise<void> | null = null
  let isStopped = false
  let cancelTimer = (): void => undefined

  const startAttempt = async (): Promise<void> => {
    const sentMs = clock.monotonicMs()
    try {
      if ((await reach()) === false) return
      reachedMs = sentMs
      isReached = true
    } catch {
      // The health check of the dependency logs it.
    } finally {
      attempt = null
    }
  }

  /** One attempt at a time: a dependency that hangs is not called again until it answers. */
  const attemptInTime = async (): Promise<void> => {
    attempt ??= startAttempt()
    let cancel = (): void => undefined
    const deadline = new Promise<void>((resolve) => {
      cancel = clock.after(everyMs, resolve)
    })
    await Promise.race([attempt, deadline])
    cancel()
  }

  const judge = async (): Promise<void> => {
    const lackingMs = clock.monotonicMs() - (reachedMs ?? startedMs)
    const answer = await peers.exchange(name, reachedMs === null ? null : lackingMs)
    if (isReached) {
      isReached = false
      behind = 0
      isStaying = true
    } else if (answer !== null) {
      behind = isRecent(answer.othersMs) ? behind + 1 : 0
      isStaying = behind < behindAttempts
    } else if (!peers.isUp()) {
      isStaying = !isVital || lackingMs < withoutRedisAttempts * everyMs
    }
    // Otherwise Redis is slow but available, which proves nothing: the last verdict stays.
  }

  const isRecent = (othersMs: number | null): boolean =>
    othersMs !== null && othersMs <= recentAttempts * everyMs

  const round = async (): Promise<void> => {
    const sinceMs = clock.monotonicMs()
    await attemptInTime()
    await judge()
    const nextMs = Math.max(0, sinceMs + everyMs - clock.monotonicMs())
    if (!isStopped) cancelTimer = clock.after(nextMs, round)
  }

  return {
    start: (): void => {
      startedMs = clock.monotonicMs()
      void round()
    },
    stop: (): void => {
      isStopped = true
      cancelTimer()
    },
    stays: (): boolean => isStaying,
  }
}
