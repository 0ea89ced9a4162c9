import type { Cache } from '@vitrine/cache'
import { reportConfinement } from '@vitrine/imaging'
import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'
import { AdmissionGate } from './admission/gate.js'
import { clock, nowMs } from './assembly/clock.js'
import { startProcesses } from './assembly/image-processes.js'
import { createLocalStorage } from './assembly/local-storage.js'
import { createObjects, type ObjectDeps } from './assembly/objects.js'
import { createQueue } from './assembly/queue.js'
import { createSingleFlight } from './assembly/single-flight.js'
import { createRenditionMetrics } from './metrics.js'
import { createRenderer } from './render/renderer.js'
import { Renditions } from './renditions.js'
import type { StoredPicture } from './stored-picture.js'
import { createTimeLimit } from './time-limit.js'

type Parts = ObjectDeps & {
  cache: Cache
  metrics: Metrics
  log: { warn(fields: object, message: string): void }
  /** Throws the reason why an original is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
}

/** Assembles image delivery. Start it before the first request, close it after the last. */
export function assembleRenditions(config: Config, parts: Parts) {
  const { cache, log, explainMissing, ...objectDeps } = parts
  const warning = (message: string) => (err: unknown) => log.warn({ err }, message)
  const deadlineMs = config.RENDER_DEADLINE_MS

  const metrics = createRenditionMetrics(parts.metrics)
  const { memory, disk, workspaces } = createLocalStorage(config, warning)
  const queue = createQueue(config)
  const processes = startProcesses(config, metrics, log)
  const { objects, inputs, renditionStore, storeLatency } = createObjects(config, objectDeps, {
    disk,
    warn: warning('a rendition was not stored; it will be rendered again'),
  })
  metrics.register({ queue, storeLatency, memory, disk })

  const renditions = new Renditions({
    objects,
    memory,
    disk,
    store: renditionStore,
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
