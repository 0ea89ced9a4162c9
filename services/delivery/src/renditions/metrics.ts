import type { Metrics } from '@vitrine/metrics'
import type { Admission } from './admission/render-queue.js'
import type { StoreLatency } from './admission/store-latency.js'
import type { Disk } from './cache/disk.js'
import type { Memory } from './cache/memory.js'

/** Where an answer's bytes came from. */
export type Tier = 'memory' | 'disk' | 'store' | 'made'

type Parts = { admission: Admission; storeLatency: StoreLatency; memory: Memory; disk: Disk }

/** What delivery tells of images. */
export function createMeters(metrics: Metrics) {
  const answers: Record<Tier, number> = { memory: 0, disk: 0, store: 0, made: 0 }
  let made = 0
  let deaths = 0
  let late = 0

  return {
    answered: (tier: Tier): void => {
      answers[tier] += 1
    },
    making: (): void => {
      made += 1
    },
    late: (): void => {
      late += 1
    },
    processDied: (): void => {
      deaths += 1
    },
    register: ({ admission, storeLatency, memory, disk }: Parts): void => {
      metrics.counterBy('tier', {
        name: 'image_answers_total',
        help: 'Answers with the bytes of an image, by where they came from.',
        read: () => answers,
      })
      const counters: [name: string, help: string, read: () => number][] = [
        ['renditions_made', 'Renditions that were made.', () => made],
        ['renditions_refused', 'Renditions refused: too many were being made.', admission.refused],
        ['renditions_late', 'Requests refused while their rendition was being made.', () => late],
        ['image_process_deaths', 'Image processes that died or were ended.', () => deaths],
      ]
      for (const [name, help, read] of counters) {
        metrics.counter({ name: `${name}_total`, help, read })
      }
      const gauges: [name: string, help: string, read: () => number][] = [
        ['renditions_running', 'Renditions that are being made.', admission.running],
        ['renditions_waiting', 'Renditions that wait to be made.', admission.waiting],
        [
          'renditions_wait_seconds',
          'How long a small one that came now would wait.',
          admission.estimatedWaitSeconds,
        ],
        [
          'renditions_store_seconds',
          'How long a new one that came now would wait for the object store.',
          () => (storeLatency.lookMs() + storeLatency.fetchMs()) / 1000,
        ],
        ['image_memory_bytes', 'Bytes of images kept in memory.', memory.sizeBytes],
        ['image_disk_bytes', 'Bytes of images kept on disk.', disk.sizeBytes],
      ]
      for (const [name, help, read] of gauges) metrics.gauge({ name, help, read })
    },
  }
}

export type Meters = ReturnType<typeof createMeters>
