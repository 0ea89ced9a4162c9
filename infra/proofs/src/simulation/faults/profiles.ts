import type { Conditions } from '../environment/environment.js'
import type { FaultName } from './faults.js'

export type Profile = Conditions & {
  /** How long a delivery process may answer what Redis confirms, ms. Each run picks one. */
  graceMs: readonly number[]
  /** Minimum of the mean time between two writes of one writer, ms. */
  writeEveryMs: number
  /** Mean time between two faults, ms. */
  faultEveryMs: number
  /** Minimum and maximum duration of a fault, ms. Each fault picks one of these ranges. */
  faultMs: readonly (readonly [number, number])[]
  faults: Partial<Record<FaultName, number>>
  /** Whether a cache in front keeps answers until they are purged. */
  hasCaches?: boolean
}

const short = [50, 1500] as const
const aboutALease = [2000, 4500] as const
/** Longer than a lease and a fence together. */
const long = [4000, 9000] as const
const veryLong = [6000, 12_000] as const

export const profiles = {
  /** Postgres is slow or out of reach, and its read replica lags. */
  postgres: {
    latencyMs: [0.2, 3],
    slowness: 0.3,
    lossiness: 0.3,
    lagging: 0.3,
    graceMs: [0, 0, 5000],
    writeEveryMs: 500,
    faultEveryMs: 1500,
    faultMs: [short, aboutALease, long],
    faults: {
      cutPostgres: 5,
      cutWriterFromPostgres: 1,
      degrade: 2,
      isolate: 2,
      stopPostgres: 2,
      cutRedis: 2,
      pause: 1,
      saveRedis: 1,
    },
  },
  /** Redis loses, restores and repeats data; Postgres works. */
  redis: {
    latencyMs: [0.2, 3],
    slowness: 0.2,
    lossiness: 0.5,
    lagging: 0,
    graceMs: [0, 5000],
    writeEveryMs: 500,
    faultEveryMs: 1000,
    faultMs: [short, aboutALease, long],
    faults: {
      cutRedis: 3,
      cutWriterFromRedis: 1,
      stopRedis: 2,
      restartRedis: 2,
      flushRedis: 1,
      saveRedis: 3,
      evict: 1,
    },
  },
  /** Processes pause, crash, leave and start; machines are suspended. */
  processes: {
    latencyMs: [0.2, 3],
    slowness: 0.4,
    lossiness: 0.6,
    lagging: 0,
    graceMs: [0, 0, 5000],
    writeEveryMs: 500,
    faultEveryMs: 700,
    faultMs: [short, aboutALease, long],
    faults: {
      pause: 5,
      suspend: 3,
      stepWall: 1,
      crash: 3,
      leave: 5,
      crashWriter: 1,
      cutPostgres: 1,
      degrade: 4,
      cutRedis: 1,
      saveRedis: 1,
    },
  },
  /** Replicas without Postgres answer what Redis confirms, and Redis loses data. */
  validated: {
    latencyMs: [0.2, 3],
    slowness: 0.2,
    lossiness: 1,
    lagging: 0,
    graceMs: [4000, 8000, 60_000],
    writeEveryMs: 800,
    faultEveryMs: 1000,
    faultMs: [short, veryLong, veryLong],
    faults: {
      cutPostgres: 6,
      degrade: 2,
      stopPostgres: 0.5,
      cutRedis: 0.5,
      cutWriterFromPostgres: 0.5,
      cutWriterFromRedis: 0.5,
      crashWriter: 4,
      saveRedis: 3,
      restartRedis: 2,
      flushRedis: 1,
      evict: 0.5,
      suspend: 1,
    },
  },
  /** A cache in front keeps answers. Its interface for purges, and everything else, fails sometimes. */
  caches: {
    latencyMs: [0.2, 3],
    slowness: 0.2,
    lossiness: 0.3,
    lagging: 0,
    graceMs: [0, 5000],
    writeEveryMs: 500,
    faultEveryMs: 1000,
    faultMs: [short, short, aboutALease, long],
    faults: {
      cutWriterFromCache: 3,
      stopCache: 1,
      crashWriter: 2,
      pause: 2,
      crash: 1,
      leave: 3,
      cutPostgres: 2,
      degrade: 1,
      isolate: 1,
    },
    hasCaches: true,
  },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles
export const profileNames = Object.keys(profiles) as ProfileName[]
