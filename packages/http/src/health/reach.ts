/** A dependency that a replica can lose while others still reach it. */
type Dependency = {
  name: string
  /** Rejects, or returns false, if the dependency is not available. */
  reach: () => Promise<unknown> | boolean
  /** Time between attempts, ms. */
  everyMs: number
  /** Whether the service cannot answer any request if it lacks both this dependency and Redis. */
  isVital: boolean
}

/** The other replicas of the service, as far as Redis knows. */
type Peers = {
  isUp: () => boolean
  /**
   * Reports how long ago this replica reached the dependency (null: never), and returns how long ago
   * another one did (null: not recently). Returns null if Redis did not answer, or if this replica does not
   * know its installation yet. Never rejects.
   */
  exchange: (
    dependency: string,
    ownMs: number | null,
  ) => Promise<{ othersMs: number | null } | null>
}

type ReachOptions = {
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
 * How many consecutive attempts must fail here while another replica succeeds. It exceeds the number of
 * attempts for which the others' last successes count as recent if all replicas lose a dependency at once,
 * and the number that the slowest replica needs if all of them recover.
 */
const behindAttempts = 6
/** Without Redis, a lease may hold for this many attempts. A new replica waits as long for Redis. */
const withoutRedisAttempts = 4

/**
 * Detects whether only this replica has lost a dependency. In that case it should leave the router, because
 * the others can answer more requests. If all replicas have lost the dependency, they should stay: they
 * still serve cached answers.
 *
 * A new replica that has not reached a dependency yet does not join while others reach it. Otherwise a rollout
 * with a wrong setting, such as a key that the store refuses, would replace every replica that works.
 *
 * Replicas exchange their state through Redis. Without Redis, a replica does not know the state of the
 * others: it leaves if it cannot answer any request (`isVital`), and stays otherwise.
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
    /** Whether the replica should join or stay in the router although it lacks the dependency. */
    staysWithout: (name: string): boolean => {
      const watch = watches.get(name)
      if (watch === undefined) throw new Error(`no dependency is called "${name}"`)
      return watch.stays()
    },
  }
}

function watch(dependency: Dependency, peers: Peers, clock: ReachOptions['clock']) {
  const { name, reach, everyMs, isVital } = dependency
  /** When the last successful attempt began. */
  let reachedMs: number | null = null
  let startedMs = 0
  /** Whether an attempt has succeeded since the last verdict. */
  let isReached = false
  let isStaying = false
  /** Consecutive attempts that failed while another replica had succeeded recently. */
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
    const isNew = reachedMs === null
    const answer = await peers.exchange(name, isNew ? null : lackingMs)
    if (isReached) {
      isReached = false
      behind = 0
      isStaying = true
    } else if (answer !== null) {
      behind = isRecent(answer.othersMs) ? behind + 1 : 0
      isStaying = behind < (isNew ? 1 : behindAttempts)
    } else if (!peers.isUp()) {
      const isLong = lackingMs >= withoutRedisAttempts * everyMs
      isStaying = isVital ? !isNew && !isLong : !isNew || isLong
    }
    // Otherwise nothing is known of the others now. The last verdict stands.
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
