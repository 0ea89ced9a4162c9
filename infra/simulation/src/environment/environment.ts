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

/** The rates of any two clocks differ by at most a percent: the protocol's assumption. */
const maxRateError = 0.005

/** How often things go wrong at random until `calm` is called, besides the faults. */
export type Conditions = {
  /** Minimum and maximum latency of a packet that is not late. */
  latencyMs: readonly [number, number]
  /** Maximum probability that a packet is late. */
  slowness: number
  /** Maximum probability that a message is lost. */
  lossiness: number
  /** Probability that a fill reads from a replica of Postgres that lags. */
  lagging: number
}

export type Trace = (line: string) => void

/** Everything in a run except its programs: time, random numbers, servers, machines, history. */
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
  let current: Omit<Conditions, 'latencyMs'> = {
    slowness: random.between(0, conditions.slowness),
    lossiness: random.between(0, conditions.lossiness),
    lagging: random.chance(0.5) ? conditions.lagging : 0,
  }
  const slowness = () => current.slowness
  const lossiness = () => current.lossiness
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
    /**
     * In some runs clocks step, in the others machines are suspended. A step back by the length of a
     * suspension would hide it: the protocol accepts that risk.
     */
    doClocksStep: random.chance(0.3),
    trace: tell,
    /** From now on no packet is late, no message lost, and no fill behind. */
    calm: (): void => {
      current = { slowness: 0, lossiness: 0, lagging: 0 }
    },
    /** Whether a fill asks a read replica that lags. */
    isLagging: (): boolean => random.chance(current.lagging),
    onAck: (listener: (head: number) => void): void => {
      onAck = listener
    },
    /** The facts that each answer is made of: one, or two. */
    answers: [
      ...Array.from({ length: facts }, (_, fact) => [fact]),
      ...Array.from({ length: facts - 1 }, (_, fact) => [fact, fact + 1]),
    ] as readonly (readonly number[])[],

    /**
     * A machine with its clocks and links. Programs start and end on it.
     *
     * @param error of the clocks' rate, from -1 (slowest) to 1 (fastest).
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

    /** The next position in the history: a counter of events. */
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
