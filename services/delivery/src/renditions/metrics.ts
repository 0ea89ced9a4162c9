import type { Metrics } from '@vitrine/http'
import type { RenderQueue } from './admission/render-queue.js'
import type { StoreLatency } from './admission/store-latency.js'
import type { Disk } from './cache/disk.js'
import type { Memory } from './cache/memory.js'

/** The source of an answer's bytes. The values are labels of a public metric. */
export type Tier = 'memory' | 'disk' | 'store' | 'rendered'

type Parts = { queue: RenderQueue; storeLatency: StoreLatency; memory: Memory; disk: Disk }

type Measurement = [name: string, help: string, read: () => number]

export function createRenditionMetrics(metrics: Metrics) {
  const answers: Record<Tier, number> = { memory: 0, disk: 0, store: 0, rendered: 0 }
  let renders = 0
  let processDeaths = 0
  let lateRequests = 0
  return {
    countAnswer: (tier: Tier): void => {
      answers[tier] += 1
    },
    countRender: (): void => {
      renders += 1
    },
    countLateRequest: (): void => {
      lateRequests += 1
    },
    countProcessDeath: (): void => {
      processDeaths += 1
    },
    register: ({ queue, storeLatency, memory, disk }: Parts): void => {
      metrics.counterBy('tier', {
        name: 'image_answers_total',
        help: 'Answers with the bytes of an image, by where they came from.',
        read: () => answers,
      })
      const counters: Measurement[] = [
        ['renditions_rendered', 'Renditions that were rendered.', () => renders],
        ['renditions_refused', 'Renders refused by admission control.', () => queue.refused],
        ['renditions_late', 'Requests refused while their image was rendered.', () => lateRequests],
        [
          'image_process_deaths',
          'Image processes that crashed or were killed.',
          () => processDeaths,
        ],
      ]
      for (const [name, help, read] of counters) {
        metrics.counter({ name: `${name}_total`, help, read })
      }
      const gauges: Measurement[] = [
        ['renditions_running', 'Renders that run.', () => queue.running],
        ['renditions_waiting', 'Renders that wait for a slot.', () => queue.waiting],
        [
          'renditions_wait_seconds',
          'How long a small render would wait that arrived now.',
          () => queue.estimatedWaitSeconds(),
        ],
        [
          'renditions_store_seconds',
          'How long a new rendition would wait for the object store now.',
          () => (storeLatency.lookupMs() + storeLatency.fetchMs()) / 1000,
        ],
        ['image_memory_bytes', 'Bytes of images kept in memory.', memory.sizeBytes],
        ['image_disk_bytes', 'Bytes of images kept on disk.', () => disk.sizeBytes()],
      ]
      for (const [name, help, read] of gauges) metrics.gauge({ name, help, read })
    },
  }
}

export type RenditionMetrics = ReturnType<typeof createRenditionMetrics>
