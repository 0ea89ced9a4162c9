import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cache, createLocks } from '@vitrine/cache'
import { availableCores } from '@vitrine/config'
import type { ObjectChecksums } from '@vitrine/contracts'
import type { Metrics } from '@vitrine/http'
import { ImageProcesses, reportConfinement } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { Config } from '../config.js'
import type { RefusedObjects } from '../refused-objects.js'
import { AdmissionGate } from './admission/gate.js'
import { type Clock, RenderQueue } from './admission/render-queue.js'
import { createStoreLatency } from './admission/store-latency.js'
import { Disk } from './cache/disk.js'
import { createMemory } from './cache/memory.js'
import type { StoredPicture } from './image.js'
import { createRenditionMetrics } from './metrics.js'
import { createInputs } from './render/inputs.js'
import { createRenderer } from './render/renderer.js'
import { Renditions } from './renditions.js'
import { createCrossReplicaSingleFlight } from './single-flight/cross-replica.js'
import { createRenditionStore } from './store/rendition-store.js'
import { createVerifiedObjects } from './store/verified-objects.js'
import { createTimeLimit } from './time-limit.js'
import { Workspaces } from './workspaces.js'

type Deps = {
  store: ObjectStore
  cache: Cache
  metrics: Metrics
  log: { warn(fields: object, message: string): void }
  checksums: ObjectChecksums
  refused: RefusedObjects
  /** Throws the reason why an original is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
  /** Throws the error for an original that is not the uploaded one. */
  explainWrong: (picture: StoredPicture) => Promise<never>
}

/**
 * Half the scheduling weight of this process on Linux, so that cached images are sent first during an
 * overload. If only niceness divides the cores, next to eight busy programs on two cores, a render takes
 * less than ten times as long as on an idle machine.
 */
const renderNiceness = 3

/** Assumes a slow machine: with a lower value, requests are admitted that are rejected only after waiting. */
const firstPace = 2

/** Memory of one render of typical size, bytes. */
const usualMemoryBytes = 64 * 1024 * 1024

/** How long the lock of a replica that died delays the others, ms. */
const lockMs = 2000

const clock: Clock = {
  nowMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Composes image delivery. Start it before the first request, close it after the last. */
export function createRenditions(config: Config, deps: Deps) {
  const { store, cache, log, checksums, refused, explainMissing, explainWrong } = deps
  const { nowMs } = clock
  const deadlineMs = config.RENDER_DEADLINE_MS
  const metrics = createRenditionMetrics(deps.metrics)
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message)

  // This machine: memory, disk, folders of renders.
  const memory = createMemory({ maxBytes: config.RENDITION_MEMORY_BYTES })
  const root = config.CACHE_DIRECTORY ?? tmpdir()
  const disk = new Disk({
    root,
    maxBytes: config.RENDITION_DISK_BYTES,
    warn: warn('the image cache on disk fails; images come from the object store'),
  })
  const workspaces = new Workspaces({
    roots: [...new Set([root, tmpdir(), '/dev/shm'])],
    warn: warn('the disk fails; renders use another folder'),
  })

  // The object store: each object is verified before a byte is used. Admission needs to know how slow it is.
  const storeLatency = createStoreLatency({ nowMs })
  const verified = (store: ObjectStore) =>
    createVerifiedObjects({ store, checksums, refused, explainWrong })
  const inputs = createInputs({ objects: verified(storeLatency.timed(store, 'fetch')), disk })
  const renditionStore = createRenditionStore({
    store,
    objects: verified(storeLatency.timed(store, 'lookup')),
    checksums,
    perAsset: config.RENDITIONS_PER_ASSET,
    warn: warn('a rendition was not stored; it will be rendered again'),
  })

  // Renders: the queue, and the processes that do the work.
  const concurrency = config.RENDER_CONCURRENCY ?? availableCores()
  const queue = new RenderQueue({
    slots: concurrency,
    memoryBytes:
      config.RENDER_MEMORY_BYTES ??
      Math.max(config.MAX_IMAGE_MEMORY_BYTES, concurrency * usualMemoryBytes),
    maxWaiting: config.RENDER_QUEUE,
    deadlineMs,
    firstPace,
    clock,
  })
  const processes = new ImageProcesses({
    processes: concurrency,
    limits: { maxPixels: config.MAX_IMAGE_PIXELS, maxMemoryBytes: config.MAX_IMAGE_MEMORY_BYTES },
    niceness: renderNiceness,
    onDeath: (err) => {
      metrics.countProcessDeath()
      log.warn({ err }, 'an image process died')
    },
  })
  metrics.register({ queue, storeLatency, memory, disk })

  const renditions = new Renditions({
    objects: verified(store),
    memory,
    disk,
    store: renditionStore,
    workspaces,
    gate: new AdmissionGate({ queue, nowMs }),
    crossReplica: createCrossReplicaSingleFlight({
      // A lock outlives renewals that take as long as Redis may.
      locks: createLocks({ cache, ttlMs: Math.max(lockMs, 4 * config.REDIS_TIMEOUT_MS) }),
      patienceMs: deadlineMs,
      nowMs,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    }),
    render: createRenderer({
      inputs,
      processes,
      explainMissing,
      isOverloaded: () => queue.isOverloaded(),
      onRender: metrics.countRender,
    }),
    metrics,
    timeLimit: createTimeLimit({
      limitMs: 2 * deadlineMs,
      clock,
      onLate: metrics.countLateRequest,
    }),
    explainMissing,
    lookupMs: storeLatency.lookupMs,
    fetchMs: (picture, plan) => (inputs.isOnDisk(picture, plan) ? 0 : storeLatency.fetchMs()),
  })
  return {
    renditions,
    start: async (): Promise<void> => {
      await Promise.all([renditions.start(), reportConfinement(log)])
    },
    close: async (): Promise<void> => {
      await renditions.close()
      await processes.close()
    },
  }
}
