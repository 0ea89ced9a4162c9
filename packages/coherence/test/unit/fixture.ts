import type { Change, Topic } from '@vitrine/contracts'
import {
  type Acknowledgement,
  type Bus,
  type ChangeLogStore,
  type Clock,
  createAuditor,
  createReader,
  createReplica,
  createWriter,
  type LogCopy,
  type LogPage,
  type Observer,
  type Purger,
  type ReplicaRow,
  type Snapshot,
} from '../../src/index.js'

/** Runs all callbacks that are ready. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A database with a log, a Redis and a clock under the test's control, and any number of processes. */
export function createFixture() {
  const rows = new Map<string, string>()
  const changes: Change[] = []
  const register = new Map<string, ReplicaRow>()
  const stored = new Map<string, string>()
  const time = createTime()
  /** The number of calls of each port, by its name. */
  const calls: Record<string, number> = {}
  const events: string[] = []
  const count = (name: string) => {
    calls[name] = (calls[name] ?? 0) + 1
  }
  const fixture = {
    rows,
    changes,
    register,
    stored,
    events,
    time,
    isDown: false,
    redis: createRedis(count),
    notify: createBus('notify', count),
    calls: () => ({ ...calls }),
    /** The number of calls since then. */
    callsSince: (before: Record<string, number>) =>
      Object.fromEntries(
        Object.entries(calls).flatMap(([name, n]) =>
          n === (before[name] ?? 0) ? [] : [[name, n - (before[name] ?? 0)]],
        ),
      ),
    head: () => changes.at(-1)?.seq ?? 0,
    /** Commits a change to a row, with its tag, and notifies no replica. */
    commit: (key: string, value: string, tags = [`tag:${key}`]): Change => {
      rows.set(key, value)
      const change = { seq: fixture.head() + 1, tags }
      changes.push(change)
      return change
    },
    fill: (key: string) => async (): Promise<Snapshot<string | null>> => {
      count('fill')
      if (fixture.isDown) throw new Error('the database is down')
      return { value: rows.get(key) ?? null, tags: [`tag:${key}`], asOf: fixture.head() }
    },
    ports: () => ({
      changeLog: changeLogOf(fixture, count),
      logCopy: fixture.redis.copy as LogCopy | null,
      buses: [fixture.redis.bus, fixture.notify.bus] as [Bus, Bus],
      clock: time.clock,
      observer: observerOf(events),
    }),
    /** A registered delivery process. */
    replica: async (options: ReplicaChoices = {}) => {
      const ports = { ...fixture.ports(), ...options }
      const entries = {
        get: async (key: string) => {
          count('entries')
          return stored.get(key) ?? null
        },
        set: async (key: string, value: string) => stored.set(key, value),
      }
      const ids = idsFrom(register.size)
      const replica = createReplica({ graceMs: 900_000, ...ports, newId: ids })
      const reader = createReader({ replica, entries, ttlSeconds: 60, maxBytes: 1e6, ...ports })
      createAuditor({ replica, reader, ...ports })
      replica.start()
      await turn()
      return { replica, reader, read: (key: string) => reader.read(key, fixture.fill(key)) }
    },
    writer: (
      options: { auditEvery?: number; logCopy?: LogCopy | null; purger?: Purger | null } = {},
    ) => {
      const writer = createWriter({ ...fixture.ports(), ...options })
      writer.start()
      return {
        ...writer,
        /** Commits, and waits as a service does before it answers. */
        write: (key: string, value: string): Promise<Acknowledgement> => {
          const change = fixture.commit(key, value)
          return writer.settle({ logId: 'one', head: change.seq, changes: [change] })
        },
      }
    },
  }
  return fixture
}

type ReplicaChoices = {
  maxFloors?: number
  maxBytes?: number
  graceMs?: number
  logCopy?: LogCopy | null
  changeLog?: ChangeLogStore
  onChange?: (tags: readonly string[]) => void
  hasCaches?: boolean
}

export type Fixture = ReturnType<typeof createFixture>

let fixtures = 0
function idsFrom(start: number): () => string {
  fixtures += 1
  let next = start
  const fixture = fixtures
  return () => `replica-${fixture}-${next++}`
}

function createTime() {
  const now = { monotonicMs: 1000, wallMs: 1_800_000_000_000 }
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    monotonicMs: () => now.monotonicMs,
    wallMs: () => now.wallMs,
    after: (ms, run) => {
      const timer = { at: now.monotonicMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  return {
    clock,
    /** The machine is suspended: nothing runs, not even the monotonic clock. */
    suspend: (ms: number) => {
      now.wallMs += ms
    },
    /** The process is stopped: the clocks run, nothing else does. */
    stop: (ms: number) => {
      now.monotonicMs += ms
      now.wallMs += ms
    },
    advance: async (ms: number) => {
      const end = now.monotonicMs + ms
      for (;;) {
        await turn()
        const next = timers.sort((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > end) break
        timers = timers.filter((other) => other !== next)
        now.wallMs += Math.max(next.at - now.monotonicMs, 0)
        now.monotonicMs = Math.max(next.at, now.monotonicMs)
        next.run()
      }
      now.wallMs += end - now.monotonicMs
      now.monotonicMs = end
      await turn()
    },
  }
}

type Count = (name: string) => void

function createBus(name: string, count: Count) {
  const heard = new Map<Topic, ((message: string) => void)[]>()
  const state = {
    isDown: false,
    loses: false,
    sent: [] as { topic: Topic; message: string }[],
    bus: {
      publish: async (topic: Topic, message: string) => {
        count(name)
        if (state.isDown) return false
        state.sent.push({ topic, message })
        if (!state.loses) for (const hear of heard.get(topic) ?? []) hear(message)
        return true
      },
      subscribe: (topic: Topic, onMessage: (message: string) => void) => {
        heard.set(topic, [...(heard.get(topic) ?? []), onMessage])
      },
    } satisfies Bus,
  }
  return state
}

function createRedis(count: Count) {
  const held = new Map<number, Change>()
  const state = Object.assign(createBus('redis', count), { identity: 'first run', held })
  const copy: LogCopy = {
    append: async (changes) => {
      if (state.isDown) return false
      for (const change of changes) held.set(change.seq, change)
      return true
    },
    since: async (after, limit) => {
      count('copy')
      if (state.isDown) return null
      const run: Change[] = []
      for (let next = held.get(after + 1); next !== undefined; next = held.get(next.seq + 1))
        if (run.length < limit) run.push(next)
        else break
      const head = Math.max(after, ...held.keys())
      const to = run.at(-1)?.seq ?? after
      return { identity: state.identity, from: after, to, head, changes: run }
    },
  }
  return Object.assign(state, { copy })
}

function changeLogOf(fixture: Fixture, count: Count): ChangeLogStore {
  const { changes, register } = fixture
  const page = (from: number, run: readonly Change[]): LogPage => ({
    from,
    to: run.at(-1)?.seq ?? from,
    head: fixture.head(),
    changes: run,
  })
  const since = (after: number, limit: number): LogPage => {
    const run = changes.filter(({ seq }) => seq > after).slice(0, limit)
    // Pruned changes are missing.
    return page(run[0] === undefined ? after : run[0].seq - 1, run)
  }
  const whenUp = async <Result>(name: string, effect: () => Result): Promise<Result> => {
    count(name)
    if (fixture.isDown) throw new Error('the database is down')
    return effect()
  }
  const timeMs = 1_700_000_000_000
  return {
    since: (after, limit) => whenUp('since', () => since(after, limit)),
    latest: (limit) =>
      whenUp('latest', () => {
        const run = limit === 0 ? [] : changes.slice(-limit)
        return page(run[0] === undefined ? fixture.head() : run[0].seq - 1, run)
      }),
    head: () => whenUp('head', () => ({ logId: 'one', head: fixture.head() })),
    register: (id, graceMs) =>
      whenUp('register', () => {
        register.set(id, { id, renewals: 0, acked: 0, fenced: false, graceMs })
        return { timeMs, logId: 'one' }
      }),
    renew: (id, acked, after, limit) =>
      whenUp('renew', () => {
        const row = register.get(id)
        if (row === undefined || row.fenced) return null
        register.set(id, { ...row, renewals: row.renewals + 1, acked })
        return { page: since(after, limit), timeMs }
      }),
    leave: (id) => whenUp('leave', () => void register.delete(id)),
    replicas: () => whenUp('replicas', () => [...register.values()]),
    fence: (id, renewals) =>
      whenUp('fence', () => {
        const row = register.get(id)
        if (row?.renewals === renewals) register.set(id, { ...row, fenced: true })
      }),
  }
}

function observerOf(events: string[]): Observer {
  const note = (text: string) => void events.push(text)
  return {
    leaseLapsed: () => note('lease lapsed'),
    fenced: () => note('fenced'),
    floorRejected: (source) => note(`rejected from ${source}`),
    answered: () => undefined,
    validated: () => note('validated'),
    fencedReplica: () => note('fenced a replica'),
    acknowledged: () => note('acknowledged'),
    pending: () => note('pending'),
    purgeFailed: (error) => note(`purge failed: ${error instanceof Error ? error.message : error}`),
    audited: ({ compared, stale }) => note(`audited ${compared}, stale: ${stale.join(' ')}`),
  }
}
