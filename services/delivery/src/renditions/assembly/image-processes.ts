import { ImageProcesses } from '@vitrine/imaging'
import type { Config } from '../../config.js'
import type { RenditionMetrics } from '../metrics.js'
import { concurrencyOf } from './concurrency.js'

/**
 * Half the scheduling weight of this process on Linux, so that cached images are sent first during an
 * overload. If only niceness divides the cores, next to eight busy programs on two cores, a render takes
 * less than ten times as long as on an idle machine.
 */
const renderNiceness = 3

type Log = { warn(fields: object, message: string): void }

export function startProcesses(
  config: Config,
  metrics: RenditionMetrics,
  log: Log,
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
