import { setTimeout as sleep } from 'node:timers/promises'
import { type Cache, createLocks } from '@vitrine/cache'
import type { Config } from '../../config.js'
import { createCrossReplicaSingleFlight } from '../single-flight/cross-replica.js'
import { nowMs } from './clock.js'

/** How long the lock of a replica that died delays the others, ms. */
const lockMs = 2000

export const createSingleFlight = (cache: Cache, config: Config) =>
  createCrossReplicaSingleFlight({
    // A lock outlives renewals that take as long as Redis may.
    locks: createLocks({ cache, ttlMs: Math.max(lockMs, 4 * config.REDIS_TIMEOUT_MS) }),
    patienceMs: config.RENDER_DEADLINE_MS,
    nowMs,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  })
