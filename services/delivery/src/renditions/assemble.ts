import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cache, createLocks } from '@vitrine/cache'
import { availableCores } from '@vitrine/config'
import type { ObjectChecksums } from '@vitrine/contracts'
import { ImageProcesses, reportConfinement } from '@vitrine/imaging'
import type { Metrics } from '@vitrine/metrics'
import type { ObjectStore } from '@vitrine/object-store'
import type { Config } from '../config.js'
import type { RefusedObjects } from '../refused-objects.js'
import type { Clock } from './admission/clock.js'
import { AdmissionGate } from './admission/gate.js'
import { RenderQueue } from './admission/render-queue.js'
import { createStoreLatency } from './admission/store-latency.js'
import { Disk } from './cache/disk.js'
import { createMemory } from './cache/memory.js'
import { createRenditionMetrics, type RenditionMetrics } from './metrics.js'
import { createInputs } from './render/inputs.js'
import { createRenderer } from './render/renderer.js'
import { Renditions } from './renditions.js'
import { createCrossReplicaSingleFlight } from './single-flight/cross-replica.js'
import { createRenditionStore } from './store/rendition-store.js'
import { createVerifiedObjects } from './store/verified-objects.js'
import type { StoredPicture } from './stored-picture.js'
import { createTimeLimit } from './time-limit.js'
import { Workspaces } from './workspace/workspaces.js'

type Parts = {
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

const nowMs = () => performance.now()
const clock: Clock = { nowMs, after }

/** Assembles image delivery. Start it before the first request, close it after the last. */
export function assembleRenditions(config: Config, parts: Parts) {
  const { store, cache, log, checksums, refused, explainMissing, explainWrong } = parts
  const warning = (message: string) => (err: unknown) => log.warn({ err }, message)
  const deadlineMs = config.RENDER_DEADLINE_MS

  const metrics = createRenditionMetrics(parts.metrics)
  const { memory, disk, workspaces } = createLocalStorage(config, warning)
  const queue = createQueue(config)
  const storeLatency = createStoreLatency({ nowMs })
  const processes = startProcesses(config, metrics, log)
  const verified = (by: ObjectStore) =>
    createVerifiedObjects({ store: by, checksums, refused, explainWrong })
  const inputs = createInputs({ objects: verified(storeLatency.timed(store, 'fetch')), disk })
  metrics.register({ queue, storeLatency, memory, disk })

  const renditions = new Renditions({
    objects: verified(store),
    memory,
    disk,
    store: createRenditionStore({
      store,
      objects: verified(storeLatency.timed(store, 'look')),
      checksums,
      perAsset: config.RENDITIONS_PER_ASSET,
      warn: warning('a rendition was not stored; it will be rendered again'),
    }),
    workspaces,
    gate: new AdmissionGate({ queue, nowMs }),
    crossReplica: createSingleFlight(cache, config),
    render: createRenderer({
      inputs,
      processes,
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
    lookMs: storeLatency.lookMs,
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

type Warning = (message: string) => (error: unknown) => void

function createLocalStorage(config: Config, warning: Warning) {
  const root = config.CACHE_DIRECTORY ?? tmpdir()
  const disk = new Disk({
    root,
    maxBytes: config.RENDITION_DISK_BYTES,
    warn: warning('the image cache on disk fails; images come from the object store'),
  })
  const workspaces = new Workspaces({
    roots: [...new Set([root, tmpdir(), '/dev/shm'])],
    warn: warning('the disk fails; renders use another folder'),
  })
  return { memory: createMemory({ maxBytes: config.RENDITION_MEMORY_BYTES }), disk, workspaces }
}

/** How long the lock of a replica that died delays the others, ms. */
const lockMs = 2000

const createSingleFlight = (cache: Cache, config: Config) =>
  createCrossReplicaSingleFlight({
    // A lock outlives renewals that take as long as Redis may.
    locks: createLocks({ cache, ttlMs: Math.max(lockMs, 4 * config.REDIS_TIMEOUT_MS) }),
    patienceMs: config.RENDER_DEADLINE_MS,
    nowMs,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  })

const concurrencyOf = (config: Config): number => config.RENDER_CONCURRENCY ?? availableCores()

function createQueue(config: Config): RenderQueue {
  const slots = concurrencyOf(config)
  const leastBytes = Math.max(config.MAX_IMAGE_MEMORY_BYTES, slots * usualMemoryBytes)
  return new RenderQueue({
    slots,
    memoryBytes: config.RENDER_MEMORY_BYTES ?? leastBytes,
    maxWaiting: config.RENDER_QUEUE,
    deadlineMs: config.RENDER_DEADLINE_MS,
    firstPace,
    clock,
  })
}

function startProcesses(
  config: Config,
  metrics: RenditionMetrics,
  log: Parts['log'],
): ImageProcesses {
  return new ImageProcesses({
    processes: concurrencyOf(config),
    limits: {
      maxPixels: config.MAX_IMAGE_PIXELS,
      maxMemoryBytes: config.MAX_IMAGE_MEMORY_BYTES,
    },
    niceness: renderNiceness,
    onDeath: (err) => {
      metrics.countProcessDeath()
      log.warn({ err }, 'an image process died')
    },
  })
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
