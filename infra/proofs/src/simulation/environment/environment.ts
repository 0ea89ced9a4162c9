import { createRandom } from '@vitrine/testing/random'
import { createRecorder } from '../history.js'
import { createEdgeCache } from '../servers/edge-cache.js'
import { createExchange } from '../servers/exchange.js'
import { createPostgres } from '../servers/postgres.js'
import { createRedis } from '../servers/redis.js'
import { createMachine, type Machine } from './machine.js'
import { createScheduler } from './scheduler.js'

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
  const edgeCache = createEdgeCache()
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
  const tell: Trace | undefined =
    trace && ((line: string) => trace(`${scheduler.nowMs().toFixed(2).padStart(9)} ${line}`))

  const recorder = createRecorder(postgres, tell)
  const machineDeps = {
    scheduler,
    random,
    latencyMs: conditions.latencyMs,
    slowness,
    isPostgresUp: postgres.isUp,
    isRedisUp: redis.isUp,
    isCacheUp: edgeCache.isUp,
  }

  return {
    ...recorder,
    random,
    scheduler,
    postgres,
    redis,
    edgeCache,
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
    isLagging: (): boolean => random.chance(current.lagging),
    /** The facts that each answer is made of: one, or two. */
    answers: [
      ...Array.from({ length: facts }, (_, fact) => [fact]),
      ...Array.from({ length: facts - 1 }, (_, fact) => [fact, fact + 1]),
    ] as readonly (readonly number[])[],

    /** @param error of the clocks' rate, from -1 (slowest) to 1 (fastest). */
    createMachine: (name: string, error = random.pick([-1, random.between(-1, 1), 1])): Machine =>
      createMachine(machineDeps, name, error),
  }
}

export type Environment = ReturnType<typeof createEnvironment>
