import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../../../config.js'
import { UploadQueue } from './queue.js'

/** The queue of this process, with its metrics. */
export function startUploadQueue(config: Config, meter: Metrics): UploadQueue {
  const queue = new UploadQueue({
    maxWaiting: config.UPLOAD_QUEUE,
    nowMs: () => performance.now(),
  })
  meter.gauge({
    name: 'uploads_waiting',
    help: 'Uploads that wait to be processed.',
    read: () => queue.waiting,
  })
  meter.counter({
    name: 'uploads_refused_total',
    help: 'Uploads refused because too many waited.',
    read: () => queue.refused,
  })
  return queue
}
