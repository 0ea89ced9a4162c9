import type { Environment } from '../environment/environment.js'
import { cuts } from '../environment/link.js'
import type { Site } from '../programs/site.js'

export type FaultDeps = {
  environment: Environment
  replicas: readonly Site[]
  writers: readonly Site[]
}

/** Begins a fault. @returns a function that ends it; null if it is not possible now. */
type Fault = (deps: FaultDeps) => (() => void) | null

const nothing = (): void => undefined
const aReplica = ({ environment, replicas }: FaultDeps) => environment.random.pick(replicas)
const aWriter = ({ environment, writers }: FaultDeps) => environment.random.pick(writers)
const anyone = ({ environment, replicas, writers }: FaultDeps) =>
  environment.random.pick(environment.random.chance(0.75) ? replicas : writers)

const cut =
  (pick: (deps: FaultDeps) => Site, ...servers: ('postgres' | 'redis' | 'cache')[]): Fault =>
  (deps) => {
    const { links, name } = pick(deps).machine
    const kind = deps.environment.random.pick(cuts)
    deps.environment.trace?.(`fault: ${name} is cut from ${servers} (${kind})`)
    const heals = servers.map((server) => links[server].cut(kind))
    return () => {
      for (const heal of heals) heal()
    }
  }

/** The link to Postgres becomes slow and then breaks, in half of the cases together with Redis. */
const degrade: Fault = (deps) => {
  const { random, scheduler, trace } = deps.environment
  const { name, links } = aReplica(deps).machine
  const slowMs = random.between(100, 800)
  trace?.(`fault: ${name}'s link to postgres is ${slowMs.toFixed(0)} ms slow`)
  let ends = [links.postgres.slow(slowMs)]
  let isOver = false
  const end = () => {
    for (const one of ends) one()
  }
  scheduler.after(random.between(1000, 3000), () => {
    if (isOver) return
    trace?.(`fault: ${name}'s link to postgres breaks`)
    end()
    const broken = random.chance(0.5) ? [links.postgres] : [links.postgres, links.redis]
    const kind = random.pick(cuts)
    ends = broken.map((link) => link.cut(kind))
  })
  return () => {
    isOver = true
    end()
  }
}

const onSite =
  (pick: (deps: FaultDeps) => Site, begin: (site: Site) => (() => void) | null): Fault =>
  (deps) =>
    begin(pick(deps))

export const faults = {
  cutPostgres: cut(aReplica, 'postgres'),
  cutRedis: cut(aReplica, 'redis'),
  degrade,
  isolate: cut(aReplica, 'postgres', 'redis'),
  cutWriterFromPostgres: cut(aWriter, 'postgres'),
  cutWriterFromRedis: cut(aWriter, 'redis'),
  cutWriterFromCache: cut(aWriter, 'cache'),
  pause: onSite(anyone, (site) => site.pause()),
  suspend: (deps) => (deps.environment.doClocksStep ? null : anyone(deps).suspend()),
  crash: onSite(aReplica, (site) => site.crash()),
  /** The writer restarts soon, and its clients repeat their calls. */
  crashWriter: (deps) => {
    const { scheduler, random } = deps.environment
    const restart = aWriter(deps).crash()
    if (restart !== null) scheduler.after(random.between(20, 1000), restart)
    return restart
  },
  leave: onSite(aReplica, (site) => site.leave()),
  stepWall: (deps) => {
    if (!deps.environment.doClocksStep) return null
    const { clock, name } = anyone(deps).machine
    const ms = deps.environment.random.between(-5000, 5000)
    deps.environment.trace?.(`fault: ${name}'s wall clock steps by ${ms.toFixed(0)} ms`)
    clock.step(ms)
    return nothing
  },
  stopPostgres: ({ environment }) => {
    environment.trace?.('fault: postgres stops')
    environment.postgres.stop()
    return environment.postgres.start
  },
  stopRedis: ({ environment: { redis, random, trace } }) => {
    trace?.('fault: redis stops')
    redis.stop()
    const keepsAll = random.chance(0.3)
    return () => {
      if (!keepsAll) redis.restart()
      redis.start()
    }
  },
  stopCache: ({ environment: { edgeCache, trace } }) => {
    trace?.('fault: the cache takes no purges')
    edgeCache.stop()
    return edgeCache.start
  },
  restartRedis: ({ environment }) => {
    environment.trace?.('fault: redis restarts with what it saved')
    environment.redis.restart()
    return nothing
  },
  flushRedis: ({ environment }) => {
    environment.trace?.('fault: redis is flushed')
    environment.redis.flush()
    return nothing
  },
  saveRedis: ({ environment }) => {
    environment.redis.save()
    return nothing
  },
  evict: ({ environment: { redis, random } }) => {
    const keys = redis.keys()
    if (keys.length > 0) redis.evict(random.pick(keys))
    if (random.chance(0.3)) redis.evictCopy()
    return nothing
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
