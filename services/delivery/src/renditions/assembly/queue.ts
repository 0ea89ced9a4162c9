import type { Config } from '../../config.js'
import { RenderQueue } from '../admission/render-queue.js'
import { clock } from './clock.js'
import { concurrencyOf } from './concurrency.js'

/** Assumes a slow machine: with a lower value, requests are admitted that are rejected only after waiting. */
const firstPace = 2

/** Memory of one render of typical size, bytes. */
const usualMemoryBytes = 64 * 1024 * 1024

export function createQueue(config: Config): RenderQueue {
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
