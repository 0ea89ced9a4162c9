import type { Change } from '@vitrine/contracts'
import { createRandom } from '@vitrine/testing/random'
import type { Ack, History, Read } from '../history/history.js'
import { createExchange } from '../servers/exchange.js'
import { createPostgres } from '../servers/postgres.js'
import { createRedis } from '../servers/redis.js'
import { createLink } from './link.js'
import { createMachineClock } from './machine-clock.js'
import { createProcess } from './process.js'
import { createScheduler } from './scheduler.js'

/** Any two clocks run at rates that differ by at most a percent: the protocol's assumption. */
const maxRateError = 0.005

/** What goes wrong by itself, as long as nobody calms it. */
export type Conditions = {
  /** From and to: how long a packet takes when nothing is wrong. */
  latencyMs: readonly [number, number]
  /** 0–1, at most: how often a packet is late. */
  slowness: number
  /** 0–1, at most: how often a message is lost. */
  lossiness: number
  /** 0–1: how often a fill reads from a replica of Postgres that is behind. */
  lagging: number
}

export type Trace = (line: string) => void

/** Everything that exists in one run but the programs: time, chance, servers, machines, history. */
export function createEnvironment(seed: number, conditions: Conditions, trace: Trace | undefined) {
  const random = createRandom(seed)
  const scheduler = createScheduler()
  const facts = random.int(2, 4)
  const postgres = createPostgres({
    facts,
    maxLog: random.pick([10, 1000]),
    maxPage: random.pick([2, 1000, 1000]),
  })
  const redis = createRedis(random.pick([10, 1000]))
  let weather: Omit<Conditions, 'latencyMs'> = {
    slowness: random.between(0, conditions.slowness),
    lossiness: random.between(0, conditions.lossiness),
    lagging: random.chance(0.5) ? conditions.lagging : 0,
  }
  const slowness = () => weather.slowness
  const lossiness = () => weather.lossiness
  const exchanges = {
    postgres: createExchange(random, lossiness),
    redis: createExchange(random, lossiness),
  }
  const commits: number[] = [0]
  const reads: Read[] = []
  const acks: Ack[] = []
  let places = 0
  let onAck = (_head: number): void => undefined

  const tell =
    trace && ((line: string) => trace(`${scheduler.nowMs().toFixed(2).padStart(9)} ${line}`))

  return {
    random,
    scheduler,
    postgres,
    redis,
    exchanges,
    facts,
    /** Clocks step in some worlds, machines are suspended in the others: a step of just the time
     * that a suspension took would hide it, the one thing that the protocol takes the risk of. */
    doClocksStep: random.chance(0.3),
    trace: tell,
    /** From now on nothing is slow, lost or behind by itself. */
    calm: (): void => {
      weather = { slowness: 0, lossiness: 0, lagging: 0 }
    },
    /** Whether a fill asks a read replica that lags. */
    isLagging: (): boolean => random.chance(weather.lagging),
    onAck: (listener: (head: number) => void): void => {
      onAck = listener
    },
    /** What answers are made of: each fact alone, and some of two. */
    answers: [
      ...Array.from({ length: facts }, (_, fact) => [fact]),
      ...Array.from({ length: facts - 1 }, (_, fact) => [fact, fact + 1]),
    ] as readonly (readonly number[])[],

    /**
     * A computer with its clocks and its links; programs come and go on it.
     *
     * @param error of its clocks' rate: -1 is as slow, 1 as fast as can be.
     */
    createMachine: (name: string, error = random.pick([-1, random.between(-1, 1), 1])) => {
      const rate = 1 + error * maxRateError
      const clock = createMachineClock(scheduler.nowMs, rate, random.between(0, 1e6))
      const { latencyMs } = conditions
      const links = {
        postgres: createLink({ scheduler, random, latencyMs, slowness, isServerUp: postgres.isUp }),
        redis: createLink({ scheduler, random, latencyMs, slowness, isServerUp: redis.isUp }),
      }
      return {
        name,
        clock,
        links,
        startProcess: () => createProcess({ scheduler, random, machine: clock }),
      }
    },

    /** A place in the history: whatever asks later is later. */
    nextPlace: (): number => {
      places += 1
      return places
    },
    commit: (changed: readonly (readonly number[])[]): Change[] => {
      const changes = postgres.commit(changed)
      for (const { seq, tags } of changes) {
        places += 1
        commits[seq] = places
        tell?.(`postgres commits ${seq}: ${tags}`)
      }
      return changes
    },
    noteRead: (read: Read): void => {
      reads.push(read)
    },
    noteAck: (writer: string, head: number): void => {
      places += 1
      acks.push({ writer, at: places, ms: scheduler.nowMs(), head })
      tell?.(`${writer} acknowledges ${head}`)
      onAck(head)
    },
    history: (): History => ({ states: postgres.states(), commits, reads, acks }),
  }
}

export type Environment = ReturnType<typeof createEnvironment>
export type Machine = ReturnType<Environment['createMachine']>
