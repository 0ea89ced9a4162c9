import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cache, createLocks } from '@vitrine/cache'
import { availableCores } from '@vitrine/config'
import type { ObjectChecksums } from '@vitrine/contracts'
import { createImageProcesses, reportConfinement } from '@vitrine/imaging'
import type { Metrics } from '@vitrine/metrics'
import type { ObjectStore } from '@vitrine/object-store'
import type { Config } from '../config.js'
import type { RefusedObjects } from '../refused-objects.js'
import { createDoor } from './admission/gate.js'
import { createAdmission } from './admission/render-queue.js'
import { createStoreLatency } from './admission/store-latency.js'
import { createDisk } from './cache/disk.js'
import { createMemory } from './cache/memory.js'
import { createMeters } from './metrics.js'
import { createInputs } from './render/inputs.js'
import { createMaking } from './render/renderer.js'
import { createRenditions } from './renditions.js'
import { createHerd } from './single-flight/cross-replica.js'
import { createStored } from './store/rendition-store.js'
import { createVerifiedObjects } from './store/verified-objects.js'
import type { StoredPicture } from './stored-picture.js'
import { createTimeLimit } from './time-limit.js'
import { createScratch } from './workspace/workspaces.js'

type Parts = {
  store: ObjectStore
  cache: Cache
  metrics: Metrics
  log: { warn(fields: object, message: string): void }
  checksums: ObjectChecksums
  refused: RefusedObjects
  /** Throws why an original is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
  /** Throws the error for an original that is not the uploaded one. */
  explainWrong: (picture: StoredPicture) => Promise<never>
}

/**
 * Half the weight of this process, by Linux's table of weights: cached images go out first in an
 * overload, and where nothing but niceness shares the cores, beside eight busy programs on two cores,
 * a rendition still takes less than ten times as long as on a quiet machine.
 */
const renderNiceness = 3

/** As on a slow machine: a request that is let in and cannot be served in time is refused late. */
const firstPace = 2

/** What renditions of usual sizes take at the same time, bytes for each. */
const usualMemoryBytes = 64 * 1024 * 1024

/** All that images take, put together. Start it before the first request; close it after the last. */
export function assembleRenditions(config: Config, given: Parts) {
  const { store, cache, metrics, log, checksums, refused, explainMissing, explainWrong } = given
  const warning = (message: string) => (err: unknown) => log.warn({ err }, message)
  const concurrency = config.RENDER_CONCURRENCY ?? availableCores()
  const root = config.CACHE_DIRECTORY ?? tmpdir()
  const deadlineMs = config.RENDER_DEADLINE_MS
  const nowMs = () => performance.now()

  const meters = createMeters(metrics)
  const memory = createMemory({ maxBytes: config.RENDITION_MEMORY_BYTES })
  const disk = createDisk({
    root,
    maxBytes: config.RENDITION_DISK_BYTES,
    warn: warning('the folder of images fails; they come from the object store'),
  })
  const scratch = createScratch({
    roots: [...new Set([root, tmpdir(), '/dev/shm'])],
    warn: warning('the disk fails; work goes on in another folder'),
  })
  const clock = { nowMs, after }
  const admission = createAdmission({
    slots: concurrency,
    memoryBytes:
      config.RENDER_MEMORY_BYTES ??
      Math.max(config.MAX_IMAGE_MEMORY_BYTES, concurrency * usualMemoryBytes),
    maxWaiting: config.RENDER_QUEUE,
    deadlineMs,
    firstPace,
    clock,
  })
  const storeLatency = createStoreLatency({ nowMs })
  const processes = createImageProcesses({
    processes: concurrency,
    limits: {
      maxPixels: config.MAX_IMAGE_PIXELS,
      maxMemoryBytes: config.MAX_IMAGE_MEMORY_BYTES,
    },
    niceness: renderNiceness,
    onDeath: (err) => {
      meters.processDied()
      log.warn({ err }, 'an image process died')
    },
  })
  const verified = (by: ObjectStore) =>
    createVerifiedObjects({ store: by, checksums, refused, explainWrong })
  const inputs = createInputs({ objects: verified(storeLatency.timed(store, 'fetch')), disk })
  const make = createMaking({
    inputs,
    processes,
    isOverloaded: admission.isOverloaded,
    onMaking: meters.making,
  })
  const herd = createHerd({
    locks: createLocks({ cache }),
    patienceMs: deadlineMs,
    nowMs,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  })
  const stored = createStored({
    store,
    objects: verified(storeLatency.timed(store, 'look')),
    checksums,
    perAsset: config.RENDITIONS_PER_ASSET,
    warn: warning('a rendition was not stored; it will be made again'),
  })
  const door = createDoor({ admission, nowMs })
  const timeLimit = createTimeLimit({ limitMs: 2 * deadlineMs, clock, onLate: meters.late })
  meters.register({ admission, storeLatency, memory, disk })

  const renditions = createRenditions({
    ...{
      objects: verified(store),
      memory,
      disk,
      stored,
      scratch,
      herd,
      door,
      make,
      meters,
      timeLimit,
      explainMissing,
    },
    lookMs: storeLatency.lookMs,
    fetchMs: (picture, plan) => (inputs.isAtHand(picture, plan) ? 0 : storeLatency.fetchMs()),
  })
  return {
    ...renditions,
    start: async (): Promise<void> => {
      await Promise.all([renditions.start(), reportConfinement(log)])
    },
    close: async (): Promise<void> => {
      await renditions.close()
      await processes.close()
    },
  }
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
